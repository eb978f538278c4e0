@echo off
rem Makes the installer for Windows in the folder dist. It takes Python 3.11 or newer from python.org, NSIS 3 from
rem nsis.sourceforge.io, and a network for the first time. Double-click this file.
cd /d "%~dp0..\.."
where py >nul 2>nul
if errorlevel 1 (
    echo Install Python 3.11 or newer from python.org first.
) else (
    py -3 packaging\dev.py package --format setup
)
pause
