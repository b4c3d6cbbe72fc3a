"""Target `mpc`: orders at Make Playing Cards."""
