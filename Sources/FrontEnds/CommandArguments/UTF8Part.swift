/// A piece of bytes that are UTF-8 in part.
enum UTF8Part {
  case scalar(Unicode.Scalar)
  /// So many bytes that are not UTF-8.
  case wrong(count: Int)

  /// The pieces of bytes, in order.
  static func parts(of bytes: [UInt8]) -> [UTF8Part] {
    var parts: [UTF8Part] = []
    var (parser, rest) = (UTF8.ForwardParser(), bytes.makeIterator())
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded): parts.append(.scalar(UTF8.decode(encoded)))
      case .error(let length): parts.append(.wrong(count: length))
      case .emptyInput: return parts
      }
    }
  }
}
