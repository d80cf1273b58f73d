"""What an installation needs at run time: pictures, translations, sample records."""
