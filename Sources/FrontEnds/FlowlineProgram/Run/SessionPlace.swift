import Flowline
import FlowlineTerminal
import FoundationEssentials

/// Where the session of a run is kept.
enum SessionPlace {
  /// With all the others; removed once its end has been reported.
  case library
  /// In a file that was named. It stays when the session is over, as a script of it.
  case file(String)

  /// What keeps the session.
  var library: SessionLibrary {
    switch self {
    case .library: Program.current.library
    case .file(let path): SessionLibrary(OneFileStore(path: path))
    }
  }

  /// The file that was named.
  var file: String? {
    if case .file(let path) = self { path } else { nil }
  }

  /// What a session is called on a command line: its file, or the beginning of its id.
  func name(of session: UUID) -> String {
    file.map(ShellWord.quoted) ?? library.shortID(of: session)
  }
}
