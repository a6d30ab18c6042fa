"""A simulator of GPU programs that lays out exports with planted causes of lost time, and runs again without them."""
