/// Why a request's body is not read: what is told with its status, never with what was in it.
enum BodyFault: Error, Hashable {
  /// It is not written as its type says; the words are for those who look after the program.
  case malformed(String)
  /// It is longer, or has more in it, than is allowed.
  case tooLarge(Limit)
  /// Its type is none that a form sends.
  case wrongType

  /// What there may be only so much of.
  enum Limit: String, Hashable {
    case bytes
    case fields
    case files
    case headerBytes = "header-bytes"
    case fieldBytes = "field-bytes"
  }

  /// The status of the response, by RFC 9110.
  var status: Int {
    switch self {
    case .malformed: 400
    case .tooLarge: 413
    case .wrongType: 415
    }
  }
}

/// How much a posted body may hold.
struct BodyLimits: Sendable, Hashable {
  /// How many bytes a body may have that can hold no files, since it is one text.
  static let textBytes = 2_000_000
  /// What is posted where no answer is: a few short fields.
  static let short = BodyLimits(bytes: 65_536, passedOverBytes: 0)

  /// How many bytes in all, those of files included, but for what is passed over.
  var bytes = 12_000_000
  /// How many fields that are not files.
  var fields = 1000
  /// How many bytes the name and the value of a field have together.
  var fieldBytes = 1_000_000
  /// How many files.
  var files = 20
  /// How many bytes a file has that is kept; the bytes of a larger one are passed over.
  var fileBytes = 10_000_000
  /// How many bytes of files that are too large are passed over, so that the fields behind them are read: a body
  /// with more is refused.
  ///
  /// They take time and no room. A server passes over as much of a body that it has refused.
  var passedOverBytes = 50_000_000
  /// How many bytes the headers of a part have.
  var headerBytes = 4096

  /// How many bytes the files have together that are kept: beside them the fields of the form have room.
  var allFileBytes: Int { bytes - min(fieldBytes, bytes / 12) }

  /// How many bytes a file may have that a question takes: a page sends no larger ones.
  ///
  /// - Parameter size: how many the question allows.
  /// - Returns: the most.
  func most(of size: ClosedRange<Int>) -> Int {
    max(size.lowerBound, min(size.upperBound, fileBytes))
  }
}
