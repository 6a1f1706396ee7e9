/// A day as a page has it: a line that understands words, and three fields beside it.
struct DayFields: Hashable {
  var line = ""
  /// What the page had in the line when it was shown.
  var shown = ""
  var day = ""
  var month = ""
  var year = ""

  /// Reads the fields of a name.
  init(_ body: PostedBody, _ name: String) { self.init(name) { body[$0] } }

  /// Reads the fields of a name.
  ///
  /// - Parameters:
  ///   - name: the name of the line.
  ///   - field: the value of a field; nil if it was not sent.
  init(_ name: String, _ field: (String) -> String?) {
    func value(_ name: String) -> String {
      let value = field(name) ?? ""
      let isBlank = value.allSatisfy(\.isWhitespace)
      return isBlank ? "" : value
    }
    line = value(name)
    shown = value(FieldName.shownDay(name))
    day = value(FieldName.part(.day, of: name))
    month = value(FieldName.part(.month, of: name))
    year = value(FieldName.part(.year, of: name))
  }

  private var hasParts: Bool { !(day.isEmpty && month.isEmpty && year.isEmpty) }

  /// Whether the three fields count: something is in them, and the line is empty or as it was shown.
  var usesParts: Bool { hasParts && (line.isEmpty || line == shown) }

  /// Whether a day was typed in the line and another one, or the same in other words, in the three fields.
  var isTypedTwice: Bool { hasParts && !usesParts && Self.trimmed(line) != Self.trimmed(parts) }

  /// The day as it is typed in one line.
  var text: String { usesParts ? parts : line }

  /// All that was typed, whether it is one day or two.
  var allText: String { isTypedTwice ? "\(line), \(parts)" : text }

  /// What the three fields say in one line that can be read one way only, whatever the order of the
  /// region is.
  ///
  /// A part that is missing has a sign in its place, so that no year is guessed.
  private var parts: String { written.map { $0.text }.joined(separator: isNumeric ? "-" : " ") }

  /// The parts as that line has them, in its order, with one character between them.
  private var written: [(part: Part, text: String)] {
    let (day, month, year) = (Self.trimmed(day), Self.trimmed(month), Self.trimmed(year))
    guard !isNumeric else {
      return [(.year, year), (.month, Self.twoDigits(month)), (.day, Self.twoDigits(day))]
    }
    let name = Int(month).flatMap { 1...12 ~= $0 ? Self.months[$0 - 1] : nil } ?? month
    return [(Part.day, day), (.month, name), (.year, year)]
      .map { (part: $0.0, text: $0.1.isEmpty ? "?" : $0.1) }
  }

  /// Whether they are written as `2026-11-20`.
  private var isNumeric: Bool {
    let (day, month, year) = (Self.trimmed(day), Self.trimmed(month), Self.trimmed(year))
    return [day, month, year].allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }
      && year.count == 4 && day.count <= 2 && month.count <= 2
  }

  /// Which of the three fields characters of ``text`` are of.
  ///
  /// - Parameter range: the characters, counted from 0.
  /// - Returns: nil if they are of several, or of the line.
  func part(at range: Range<Int>) -> Part? {
    guard usesParts else { return nil }
    var start = 0
    for (part, text) in written {
      let end = start + text.count
      if start <= range.lowerBound, range.upperBound <= end { return part }
      start = end + 1
    }
    return nil
  }

  /// Names that are understood in every language.
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  private static func twoDigits(_ text: String) -> String { text.count == 1 ? "0\(text)" : text }

  private static func trimmed(_ text: String) -> String {
    String(text.filter { !$0.isWhitespace })
  }

  /// The parts that are missing, if the three fields are used.
  var missing: [Part] { usesParts ? empty : [] }

  /// Which of the three fields are empty.
  var empty: [Part] {
    [(day, Part.day), (month, .month), (year, .year)].filter { $0.0.isEmpty }.map(\.1)
  }

  /// One of the three fields.
  enum Part: String, CaseIterable { case day, month, year }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { "0"..."9" ~= self }
}
