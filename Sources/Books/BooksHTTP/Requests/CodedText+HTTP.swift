import ServiceBasics

/// The causes that only the books’ client over HTTP knows.
extension CodedText {
  static let fileAddressUnusable = CodedText(
    "file-address-unusable", "the address of a file cannot be used")
  static let fileCut = CodedText("file-cut", "a file did not come whole")

  /// The server names another address instead of answering.
  static func redirected(_ status: Int) -> CodedText {
    CodedText("redirected", "the server sends the request elsewhere (\(status))")
  }
}
