"""The contrast between two colors, by WCAG 2."""

from __future__ import annotations


def luminance(shade: str) -> float:
    """Relative luminance of "#rrggbb", 0 to 1 (WCAG 2)."""
    out = 0.0
    for offset, share in ((1, 0.2126), (3, 0.7152), (5, 0.0722)):
        value = int(shade[offset : offset + 2], 16) / 255
        out += share * (value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4)
    return out


def contrast(fg: str, bg: str) -> float:
    """The contrast of two colors "#rrggbb", 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(fg), luminance(bg)))
    return (high + 0.05) / (low + 0.05)
