"""Targets for a press: `pdfx4` and `drivethru`."""
