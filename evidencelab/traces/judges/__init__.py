"""What becomes of one value: held, given, in another form, another's, worked out, or made up."""
