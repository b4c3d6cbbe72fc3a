"""The shelf: a page that shows all games of a project, after a build of all of them."""
