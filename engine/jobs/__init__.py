"""Jobs: numbered tasks that worker processes do, a journal of their results, and pools of workers."""
