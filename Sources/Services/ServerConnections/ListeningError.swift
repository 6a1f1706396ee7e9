/// What an error says of an address that cannot be listened at.
package enum ListeningError {
  /// The system's number of the error; nil if it has none.
  ///
  /// It is read in the words of the library, which have the name of a function in them.
  package static func number(of error: any Error) -> CInt? {
    let text = "\(error)"
    return text.firstRange(of: "errno: ").flatMap {
      CInt(text[$0.upperBound...].prefix(while: \.isNumber))
    }
  }
}
