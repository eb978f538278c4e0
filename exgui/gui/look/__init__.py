"""Colors, fonts, icons and text as the window draws them."""
