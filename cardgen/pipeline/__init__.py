"""The order of the phases: load, bind, lay out, check, render, write."""
