import Glibc

/// The three descriptors that every program is given, or is not.
enum StandardDescriptors {
  /// Takes the places of those that are closed.
  ///
  /// No file or pipe of the program's own gets their numbers then; reading the input ends at once, and
  /// writing fails.
  static func secure() {
    for descriptor in STDIN_FILENO...STDERR_FILENO {
      guard fcntl(descriptor, F_GETFD) == -1, errno == EBADF else { continue }
      // The lowest number that is free, which is this one.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Whether prompts can be written: standard error was not closed.
  static var canPrompt: Bool { fcntl(STDERR_FILENO, F_GETFL) & O_ACCMODE != O_RDONLY }
}
