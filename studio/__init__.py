"""The studio, the window of Kỳ Viện. It imports the engine; the engine never imports the studio."""
