"""Pools of workers that play the games of contests: processes on this computer, or workers of a Dask cluster."""
