"""Widgets that know no battle and no sheet: labels, buttons, rows, dots, boxes, chips, pickers, fields."""
