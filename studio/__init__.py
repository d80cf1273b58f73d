"""The studio, the graphical user interface of Kỳ Viện. It imports the engine, which never imports the studio."""
