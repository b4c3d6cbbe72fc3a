class ScaffoldError(Exception):
    pass


def make_game(folder):
    raise ScaffoldError("x")
