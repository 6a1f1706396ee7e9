// Private files and folders are declared below services and engine, for both; who imports this module has
// them as before.
@_exported public import PrivateFiles
