import CLibEditShims
import Glibc

/// What a terminal draws for characters that stand for others.
///
/// Each editor has its own, so that no two of them, on whatever threads, share a table.
final class Drawings {
  private let table = flowline_drawings_open()

  deinit {
    if let table { flowline_drawings_close(table) }
  }

  /// Returns false without memory.
  func set(_ standing: Unicode.Scalar, to text: String) -> Bool {
    guard let table else { return false }
    return flowline_drawing_set(table, wchar_t(standing.value), text) == 0
  }

  /// A stream over a terminal that draws by this table, which must be kept as long as the stream;
  /// nil with `errno` set if it cannot be opened.
  func openStream(to terminal: Int32) -> UnsafeMutablePointer<FILE>? {
    guard let table else {
      errno = ENOMEM
      return nil
    }
    return flowline_open_drawing_stream(terminal, table)
  }
}
