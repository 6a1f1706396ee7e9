/// The languages that a browser asks for by the header `Accept-Language`.
enum AcceptedLanguages {
  /// How many are read at the most.
  private static let most = 20

  /// The tags, those that it likes best first, and of those that it likes as much the first one first; none
  /// that it refuses (RFC 9110, 12.4.2 and 12.5.4).
  static func tags(in header: String) -> [String] {
    var found: [(tag: String, weight: Double)] = []
    for part in header.split(separator: ",").prefix(most) {
      let parts = part.split(separator: ";", omittingEmptySubsequences: false)
      let tag = String((parts.first ?? "").filter { $0.isLetter || $0.isNumber || $0 == "-" })
      guard !tag.isEmpty, let weight = weight(in: parts.dropFirst()), weight > 0 else { continue }
      let place = found.firstIndex { $0.weight < weight } ?? found.endIndex
      found.insert((tag, weight), at: place)
    }
    return found.map(\.tag)
  }

  /// The weight that parameters say, 1 if they say none; nil if it is not from 0 to 1.
  private static func weight(in parameters: ArraySlice<Substring>) -> Double? {
    for parameter in parameters {
      let text = String(parameter.filter { !$0.isWhitespace }).lowercased()
      guard text.hasPrefix("q=") else { continue }
      guard let weight = Double(text.dropFirst(2)), 0...1 ~= weight else { return nil }
      return weight
    }
    return 1
  }
}
