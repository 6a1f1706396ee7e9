import Days
import FreeAgentAPI
import Money

/// Reads OFX: version 1, an SGML whose elements have no end, and version 2, which is XML.
///
/// Source: OFX Banking Specification 2.2, sections 2.3, 3.2.7 and 11.4.4.
enum OFXStatement {
  /// Reads every `STMTTRN` of a text, of whichever account it is.
  static func entries(in text: String) throws(StatementProblem) -> StatementEntries {
    var entries = StatementEntries()
    var open: (line: Int, fields: [String: String])?
    var scanner = Scanner(text)
    while let tag = scanner.next() {
      switch tag.name {
      case "STMTTRN", "/STMTTRN", "/BANKTRANLIST", "/OFX":
        // One that was not ended ends where the next one begins.
        if let open { try entries.append(try entry(of: open.fields, at: open.line)) }
        open = nil
        if tag.name == "STMTTRN" { open = (line: tag.line, fields: [:]) }
      default:
        guard open != nil, open?.fields[tag.name] == nil, !tag.name.hasPrefix("/") else { continue }
        let value = scanner.value()
        if !value.isEmpty { open?.fields[tag.name] = value }
      }
    }
    if let open { try entries.append(try entry(of: open.fields, at: open.line)) }
    return entries
  }

  private static func entry(
    of fields: [String: String], at line: Int
  ) throws(StatementProblem) -> StatementEntry {
    guard let date = fields["DTPOSTED"] else {
      throw StatementProblem("is missing", line, "DTPOSTED")
    }
    guard let day = StatementDays.compact(date) else {
      throw StatementProblem("“\(date.prefix(40))” is not a valid date", line, "DTPOSTED")
    }
    guard let value = fields["TRNAMT"] else { throw StatementProblem("is missing", line, "TRNAMT") }
    guard let amount = StatementAmount.number(value, .plain) else {
      throw StatementProblem("“\(value.prefix(40))” is not a number", line, "TRNAMT")
    }
    let type = FreeAgent.StatementLineType(rawValue: fields["TRNTYPE"]?.uppercased() ?? "")
    return StatementEntry(
      line: line, day: day, amount: amount,
      text: StatementText.joined(fields["NAME"], fields["MEMO"]), bankID: fields["FITID"],
      type: type.isKnown && type.signed(amount) == amount ? type : .other)
  }

  /// Goes through the tags of a text once.
  private struct Scanner {
    private var rest: Substring
    private var line = 1

    init(_ text: String) { rest = text[...] }

    /// The next tag: its name in capitals, a slash before that of an end; nil at the end of the text.
    mutating func next() -> (name: String, line: Int)? {
      guard let open = rest.firstIndex(of: "<") else { return nil }
      skip(to: rest.index(after: open))
      let begin = line
      guard let close = rest.firstIndex(of: ">") else { return nil }
      let name = rest[..<close].prefix { !$0.isWhitespace }.uppercased()
      skip(to: rest.index(after: close))
      return (name, begin)
    }

    /// What follows the tag, up to the next one.
    mutating func value() -> String {
      let text = rest.prefix { $0 != "<" }
      guard text.allSatisfy(\.isWhitespace), rest[text.endIndex...].hasPrefix(Self.raw) else {
        return Self.decoded(text)
      }
      let raw = rest[text.endIndex...].dropFirst(Self.raw.count)
      let end = raw.firstRange(of: "]]>")
      // What is never ended goes to the end of the text.
      let value = raw[..<(end?.lowerBound ?? raw.endIndex)]
      skip(to: end?.upperBound ?? rest.endIndex)
      return String(value).trimmingSpaces
    }

    private static let raw = "<![CDATA["

    private mutating func skip(to index: Substring.Index) {
      line += rest[..<index].count(where: \.isNewline)
      rest = rest[index...]
    }

    /// The text with its entities resolved; those that are not known stay as they are.
    private static func decoded(_ text: Substring) -> String {
      let plain = String(text).trimmingSpaces
      guard plain.contains("&") else { return plain }
      var decoded = ""
      for (index, part) in plain.split(separator: "&", omittingEmptySubsequences: false)
        .enumerated()
      {
        let name = part.prefix { $0 != ";" }
        if index > 0, name.endIndex < part.endIndex, let character = entity(name) {
          decoded += "\(character)\(part[part.index(after: name.endIndex)...])"
        } else {
          decoded += index > 0 ? "&\(part)" : String(part)
        }
      }
      return decoded
    }

    private static func entity(_ name: Substring) -> Character? {
      let names: [Substring: Character] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ",
      ]
      if let character = names[name] { return character }
      guard name.hasPrefix("#") else { return nil }
      let isHexadecimal = name.dropFirst().lowercased().hasPrefix("x")
      let digits = name.dropFirst(isHexadecimal ? 2 : 1)
      let number = UInt32(digits, radix: isHexadecimal ? 16 : 10) ?? 0
      // U+0000 is stored nowhere.
      return number == 0 ? nil : Unicode.Scalar(number).map { Character($0) }
    }
  }
}
