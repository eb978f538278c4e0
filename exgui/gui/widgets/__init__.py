"""Widgets that know no battle and no sheet: dots, boxes, chips, pickers, fields."""
