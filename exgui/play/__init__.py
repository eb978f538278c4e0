"""One battle being played: what is done, what is asked, what has happened, and how it is taken back."""
