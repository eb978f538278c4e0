"""Qt's item models of what is edited, and the documents behind them."""
