"""One open trace: its input, its views, the questions asked of it."""
