"""A local page that shows a game live: the same layout and raster as the print.

In      a game's folder, watched.
Out     a web server on this machine alone, and the page it serves (`static/`).
Not here  rendering (`render`), what is wrong with a game (`check`). Nothing is ever written.
"""
