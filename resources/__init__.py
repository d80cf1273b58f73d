"""What an installed studio opens: icons, pieces, translations, sample records, positions for the bench."""
