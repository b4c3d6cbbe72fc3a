"""What other programs left → games: tables, Squib layouts, mpc-autofill orders, pictures."""
