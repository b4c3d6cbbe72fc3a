"""The tuck box: its measures, its outline, and the die that cuts and folds it."""
