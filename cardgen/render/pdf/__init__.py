"""Scenes into PDF files, with ReportLab."""
