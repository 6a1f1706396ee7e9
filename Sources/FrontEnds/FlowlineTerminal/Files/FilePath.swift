import Glibc

/// Names of files as people type them.
package enum FilePath {
  /// The path with a leading `~` made the home folder.
  package static func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/") else { return path }
    return home + path.dropFirst()
  }

  /// The user's home folder.
  package static var home: String {
    if let home = variable("HOME") { return home }
    guard let entry = getpwuid(getuid()), let folder = entry.pointee.pw_dir else { return "/" }
    return String(cString: folder)
  }

  /// A folder of the XDG base directory specification, version 0.8; relative paths there count as
  /// unset.
  package static func base(_ name: String, or standard: String) -> String {
    if let folder = variable(name), folder.hasPrefix("/") { return folder }
    return "\(home)/\(standard)"
  }

  /// Where what a program remembers between its runs is kept.
  package static func state(of program: String) -> String {
    base("XDG_STATE_HOME", or: ".local/state") + "/" + program
  }

  /// Where a program's data are kept.
  package static func data(of program: String) -> String {
    base("XDG_DATA_HOME", or: ".local/share") + "/" + program
  }

  /// Where a program keeps what it can get again.
  package static func cache(of program: String) -> String {
    base("XDG_CACHE_HOME", or: ".cache") + "/" + program
  }

  /// A variable of the environment that is set and not empty.
  package static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
