"""`python -m cardgen` is the `cardgen` command."""

if __name__ == "__main__":
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # until the command hears it itself
    from cardgen.cli import run

    run()
