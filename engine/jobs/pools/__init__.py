"""Pools of worker processes, on this computer or on those of a Dask cluster."""
