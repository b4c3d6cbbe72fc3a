"""Cut files for cutting machines: lines, as DXF and as SVG."""
