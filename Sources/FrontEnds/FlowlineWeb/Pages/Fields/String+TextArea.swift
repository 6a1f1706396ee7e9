extension String {
  /// The text with the ends of its lines as a text area has them, not as a browser posts them.
  var inTextArea: String {
    String(map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
  }
}
