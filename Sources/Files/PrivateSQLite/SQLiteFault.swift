package import PrivateFiles

/// Why a SQLite file was not opened.
///
/// There are no words for people in it: stores and services have their own.
package enum SQLiteFault: Error {
  /// The file or its folder cannot be made, is another user's, or is open to others.
  case notPrivate(PrivacyError)
  /// The user may not write the file.
  case notWritable(FileFault)
  /// It is a database of another application; it was left as it is.
  case foreign
  /// A newer version of the program made it; it was left as it is.
  case newer
  /// What SQLite or a migration threw.
  case other(any Error)

  init(_ error: any Error) { self = error as? SQLiteFault ?? .other(error) }
}
