"""What a rule is, which rules there are, and how their findings are judged and folded."""
