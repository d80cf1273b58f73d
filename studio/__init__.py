"""Kỳ Viện's window: may import the engine, never the other way round."""
