"""The studio, the graphical user interface of Kỳ Viện. It imports the engine; the engine never imports the studio."""
