extension JSONValue {
  /// The value as one line of JSON: sorted keys, no spaces.
  ///
  /// Escaped is what must be, and what a terminal obeys or what turns the text around it: the line may be
  /// looked at.
  public var text: String {
    let writer = JSONWriter(capacity: 128)
    writer.add(self)
    return writer.text
  }
}
