import FreeAgentAPI
import Money

/// Reads CSV: the day, the amount and the text of a transaction in each row, without a row of names or with
/// one, by which columns may also come in another order, and money in and out in two of them.
///
/// Source: RFC 4180 for rows and quotes.
enum CSVStatement {
  /// A row, and the line at which it begins.
  private struct Row {
    var line: Int
    var cells: [String] = []

    subscript(column: Int?) -> String? {
      guard let column, cells.indices.contains(column), !cells[column].isEmpty else { return nil }
      return cells[column]
    }
  }

  /// Which column has what.
  private struct Columns {
    var date = 0
    var amount: Int? = 1
    var moneyIn: Int?
    var moneyOut: Int?
    var text: Int? = 2
    var areNamed = false

    init() {}

    /// Reads a row of names; nil if it is none.
    init?(names: [String]) {
      let names = names.map { $0.lowercased() }
      func column(_ known: String...) -> Int? { names.firstIndex { known.contains($0) } }
      guard let date = column("date", "transaction date", "posting date", "dated_on") else {
        return nil
      }
      self.date = date
      amount = column("amount", "value", "transaction amount")
      moneyIn = column("money in", "paid in", "credit", "credit amount")
      moneyOut = column("money out", "paid out", "debit", "debit amount")
      text = column(
        "description", "transaction description", "details", "narrative", "memo", "name",
        "reference")
      areNamed = true
    }
  }

  static func entries(in text: String) throws(StatementProblem) -> StatementEntries {
    var rows = try rows(in: text)[...]
    var columns = Columns()
    if let first = rows.first, let named = Columns(names: first.cells) {
      columns = named
      rows = rows.dropFirst()
    }
    let days = StatementDays(rows.compactMap { $0[columns.date] })
    var entries = StatementEntries()
    for row in rows { try entries.append(try entry(of: row, columns, days)) }
    return entries
  }

  private static func entry(
    of row: Row, _ columns: Columns, _ days: StatementDays
  ) throws(StatementProblem) -> StatementEntry {
    guard let date = row[columns.date] else {
      throw StatementProblem("is missing", row.line, "date")
    }
    guard let day = days.day(date) else {
      throw StatementProblem("“\(date.prefix(40))” is not a valid date", row.line, "date")
    }
    var text = row[columns.text] ?? ""
    // A comma in a text that is in no quotes makes no column.
    if !columns.areNamed, row.cells.count > 3 {
      text = row.cells[2...].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    return StatementEntry(
      line: row.line, day: day, amount: try amount(of: row, columns), text: text)
  }

  private static func amount(
    of row: Row, _ columns: Columns
  ) throws(StatementProblem) -> ExactDecimal {
    if let value = row[columns.amount] { return try number(value, row.line, "amount") }
    var amount: ExactDecimal?
    if let value = row[columns.moneyIn] {
      amount = try number(value, row.line, "money in").magnitude
    }
    // Some banks write 0 into the other column.
    if amount?.isZero ?? true, let value = row[columns.moneyOut] {
      amount = try number(value, row.line, "money out").magnitude.negated
    }
    guard let amount else { throw StatementProblem("is missing", row.line, "amount") }
    return amount
  }

  private static func number(
    _ text: String, _ line: Int, _ field: String
  ) throws(StatementProblem) -> ExactDecimal {
    guard let number = StatementAmount.number(text, .grouped) else {
      throw StatementProblem("“\(text.prefix(40))” is not a number", line, field)
    }
    return number
  }

  /// The rows that are not empty.
  ///
  /// Cells in quotes may have separators, line ends and doubled quotes.
  private static func rows(in text: String) throws(StatementProblem) -> [Row] {
    let separators: Set<Character> = [",", ";", "\t"]
    let first = text.drop(while: \.isNewline).prefix { !$0.isNewline }
    // The one that comes first: a comma behind a semicolon is part of an amount or a text.
    let separator = first.first { separators.contains($0) } ?? ","
    var rows: [Row] = []
    var (row, cell) = (Row(line: 1), "")
    var line = 1
    var quote: (line: Int, isOpen: Bool)?
    func endRow() {
      row.cells.append(cell.trimmingSpaces)
      cell = ""
      if row.cells.contains(where: { !$0.isEmpty }) { rows.append(row) }
      row = Row(line: line)
    }
    for character in text {
      if character.isNewline { line += 1 }
      if quote?.isOpen == true, character != "\"" {
        cell.append(character.isNewline ? " " : character)
        continue
      }
      switch character {
      case "\"" where quote == nil && cell.allSatisfy(\.isWhitespace): quote = (line, true)
      case "\"":
        guard let known = quote else {
          cell.append(character)
          continue
        }
        // A second one right after an end stands for one in the text.
        if !known.isOpen { cell.append(character) }
        quote = (known.line, !known.isOpen)
      case separator:
        row.cells.append(cell.trimmingSpaces)
        (cell, quote) = ("", nil)
      case _ where character.isNewline:
        quote = nil
        endRow()
      default: cell.append(character)
      }
    }
    if let quote, quote.isOpen {
      throw StatementProblem("A quote is not closed", quote.line)
    }
    endRow()
    return rows
  }
}
