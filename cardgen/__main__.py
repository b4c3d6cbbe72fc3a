"""`python -m cardgen` is the `cardgen` command."""

from cardgen.cli import run

if __name__ == "__main__":
    run()
