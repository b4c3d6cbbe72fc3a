"""Target `showcase`: pictures of a game for shops, publishers and crowdfunding."""
