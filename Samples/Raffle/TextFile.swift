import Flowline
import Foundation

/// A text file, whose problems are told in the person's language.
struct TextFile {
  private let url: URL

  init(at path: String) { url = URL(filePath: path) }

  /// The name without its folder.
  var name: String { url.lastPathComponent }

  var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

  func read() throws(FileProblem) -> String {
    do {
      return String(decoding: try Data(contentsOf: url), as: UTF8.self)
    } catch {
      throw .unreadable(name, cause: error)
    }
  }

  /// Replaces the contents, or leaves them as they were if that cannot be done.
  func write(_ text: String) throws(FileProblem) {
    do {
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      throw .unwritable(name, cause: error)
    }
  }
}

/// Why a file cannot be read or written, in words for the person who draws.
///
/// What a load or a commit throws is shown: of an error that is not localizable, its description.
enum FileProblem: LocalizableError, CustomStringConvertible {
  case unreadable(_ file: String, cause: any Error)
  case unwritable(_ file: String, cause: any Error)

  var text: Text {
    switch self {
    case .unreadable(let file, _): texts("file.unreadable", file)
    case .unwritable(let file, _): texts("file.unwritable", file)
    }
  }

  /// The same for those who look after the program.
  var description: String {
    switch self {
    case .unreadable(let file, let cause): "\(file) cannot be read: \(cause.localizedDescription)"
    case .unwritable(let file, let cause):
      "\(file) cannot be written: \(cause.localizedDescription)"
    }
  }
}
