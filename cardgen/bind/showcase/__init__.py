"""Scenes of a showcase, their cards, boxes and texts looked up."""
