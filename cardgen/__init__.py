"""cardgen: plain-text card definitions in, print-ready cards out."""

__version__ = "0.1.0"
