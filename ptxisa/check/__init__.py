"""Checks of statements, declarations and modules: functions that yield diagnostics."""
