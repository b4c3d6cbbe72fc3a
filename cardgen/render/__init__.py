"""Phase four: `Scene` → PDF page → pixels → PNG bytes. Same input, same bytes."""
