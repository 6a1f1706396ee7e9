package import ServiceBasics

extension BankError {
  /// The error of a bank whose file, or order book, cannot be used.
  package init(_ error: DatabaseFileError) {
    switch error.code {
    case .foreign: self = .notABank(path: error.path, cause: error.reason)
    case .busy: self = .inUse(path: error.path)
    default:
      self = .storage(
        path: error.path, cause: error.reason,
        advice: CodedText(words: error.advice, code: error.adviceCode))
    }
  }
}
