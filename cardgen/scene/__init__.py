"""A face with everything decided: what painters paint, where pieces are cut and folded."""
