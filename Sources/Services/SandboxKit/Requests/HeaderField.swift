/// One header of a request or of an answer.
public struct HeaderField: Sendable, Hashable {
  /// The header’s name, whose case does not matter.
  public var name: String
  /// The header’s value, as it is sent.
  public var value: String

  /// Makes a header.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [HeaderField] {
  /// The value of a name, whatever the case of its letters: the first if it comes several times.
  ///
  /// Setting it replaces all of them; nil takes them away.
  public subscript(name: String) -> String? {
    get { first { $0.name.lowercased() == name.lowercased() }?.value }
    set {
      removeAll { $0.name.lowercased() == name.lowercased() }
      if let newValue { append(HeaderField(name, newValue)) }
    }
  }
}
