import Flowline
import FlowlineTerminal
import FoundationEssentials

/// Where the session of a run is kept.
enum SessionPlace {
  /// With all the others; forgotten once its end was told.
  case shelf
  /// In a file that was named. It stays when the session is over, as a script of it.
  case file(String)

  /// What keeps the session.
  var shelf: SessionShelf {
    switch self {
    case .shelf: Program.current.shelf
    case .file(let path): SessionShelf(OneFileStore(path: path))
    }
  }

  /// The file that was named.
  var file: String? {
    if case .file(let path) = self { path } else { nil }
  }

  /// What a session is called on a command line: its file, or the beginning of its id.
  func name(of session: UUID) -> String {
    file.map(ShellWord.quoted) ?? shelf.shortID(of: session)
  }
}
