import FreeAgentAPI
import Money

/// Reads QIF: records whose lines begin with the letter of a field, and end with a line of `^`.
///
/// Source: Intuit, “QIF File Format Specification”. Lists of categories and the like, which some programs write
/// into the same file, are passed over.
enum QIFStatement {
  private struct Record {
    let line: Int
    var fields: [Character: String] = [:]
  }

  static func entries(in text: String) throws(StatementProblem) -> StatementEntries {
    let records = records(in: text)
    let days = StatementDays(records.compactMap { $0.fields["D"] })
    var entries = StatementEntries()
    for record in records { try entries.append(try entry(of: record, days)) }
    return entries
  }

  private static func records(in text: String) -> [Record] {
    var records: [Record] = []
    var open: Record?
    // Whether records are transactions, and no list.
    var isAccount = true
    func endRecord() {
      if isAccount, let open { records.append(open) }
      open = nil
    }
    for (index, line) in text.statementLines.enumerated() {
      guard let code = line.first, !code.isWhitespace else { continue }
      let value = String(line.dropFirst()).trimmingSpaces
      switch code {
      case "!":
        endRecord()
        isAccount = Self.beginsAccount(value.lowercased()) ?? isAccount
      case "^": endRecord()
      default:
        var record = open ?? Record(line: index + 1)
        // Of the parts of a split the first is enough.
        if record.fields[code] == nil { record.fields[code] = value }
        open = record
      }
    }
    endRecord()
    return records
  }

  /// Whether a header begins transactions; nil if it says nothing about it.
  private static func beginsAccount(_ header: String) -> Bool? {
    if header.hasPrefix("account") { return false }
    guard header.hasPrefix("type") else { return nil }
    let kind = String(header.drop { $0 != ":" }.dropFirst()).trimmingSpaces
    return ["", "bank", "ccard", "cash", "oth a", "oth l"].contains(kind)
  }

  private static func entry(
    of record: Record, _ days: StatementDays
  ) throws(StatementProblem) -> StatementEntry {
    guard let date = record.fields["D"] else {
      throw StatementProblem("is missing", record.line, "D (date)")
    }
    guard let day = days.day(date) else {
      throw StatementProblem("“\(date.prefix(40))” is not a valid date", record.line, "D (date)")
    }
    guard let value = record.fields["T"] ?? record.fields["U"] else {
      throw StatementProblem("is missing", record.line, "T (amount)")
    }
    guard let amount = StatementAmount.number(value, .grouped) else {
      throw StatementProblem("“\(value.prefix(40))” is not a number", record.line, "T (amount)")
    }
    return StatementEntry(
      line: record.line, day: day, amount: amount,
      text: StatementText.joined(
        record.fields["P"], record.fields["M"] ?? record.fields["E"]))
  }
}
