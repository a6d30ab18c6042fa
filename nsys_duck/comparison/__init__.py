"""Two traces, or several of each side, compared: figures by SQL from each, differences by SQL from all."""
