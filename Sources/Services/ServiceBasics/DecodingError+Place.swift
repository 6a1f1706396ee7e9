extension DecodingError {
  /// Where in a value it is, and what is wrong there; nil for a case that is not known here.
  package var context: Context? {
    switch self as any Error {
    case DecodingError.dataCorrupted(let found), DecodingError.typeMismatch(_, let found),
      DecodingError.valueNotFound(_, let found), DecodingError.keyNotFound(_, let found):
      return found
    default: return nil
    }
  }
}

extension DecodingError.Context {
  /// The path in the value, such as `/invoices/0/due_on`.
  package var place: String {
    let path = codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return "/\(path.joined(separator: "/"))"
  }
}
