import Flowline
import Foundation

/// Why accounts cannot be read or written, in words for the person who waits for it.
enum RegistryProblem: LocalizableError, CustomStringConvertible {
  case unreadable(folder: String, cause: any Error)
  case unwritable(folder: String, cause: any Error)
  /// The system has no crypt(3) with SHA-512.
  case noHash

  var text: Text {
    switch self {
    case .unreadable(let folder, _): texts("registry.unreadable", folder)
    case .unwritable(let folder, _): texts("registry.unwritable", folder)
    case .noHash: texts("registry.no-hash")
    }
  }

  /// The same for those who look after the program.
  var description: String {
    switch self {
    case .unreadable(let folder, let cause):
      "the accounts in \(folder) cannot be read: \(cause.localizedDescription)"
    case .unwritable(let folder, let cause):
      "nothing can be written in \(folder): \(cause.localizedDescription)"
    case .noHash: "the password could not be hashed: this system has no SHA-512 crypt"
    }
  }
}
