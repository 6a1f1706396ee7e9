extension String {
  /// The text as it is at the beginning of a line: titles of flows begin small.
  package var asBeginning: String { prefix(1).uppercased() + dropFirst() }
}
