import Days
import FoundationEssentials
import FreeAgentAPI
import Money

/// A file with a statement, as banks give it out: OFX, QIF or CSV.
///
/// Source: FreeAgent API documentation, “Bank Transactions”, for which files there are. In which forms each
/// is read the documentation does not say.
enum StatementFile {
  /// The most transactions of one statement.
  static let largestCount = 10_000

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - currency: the account's currency, which says how many decimals an amount may have.
  /// - Returns: its transactions, in their order.
  /// - Throws: what is wrong with it, at which line, in which field.
  static func lines(
    in bytes: Data, of currency: Currency
  ) throws(StatementProblem) -> [FreeAgent.StatementLine] {
    var lines: [FreeAgent.StatementLine] = []
    for entry in try entries(in: try text(of: bytes)) {
      guard let amount = Money(exactly: entry.amount, currency: currency), amount.isWithinBounds
      else {
        throw StatementProblem(
          "“\(entry.amount)” is not an amount of \(currency.code)", entry.line, "amount")
      }
      lines.append(entry.statementLine)
    }
    return lines
  }

  /// Reads the text of a file, whose first characters say what it is.
  static func entries(in text: String) throws(StatementProblem) -> [StatementEntry] {
    let start = text.prefix(2000).drop(while: \.isWhitespace).uppercased()
    let entries: StatementEntries
    if start.hasPrefix("OFXHEADER") || start.contains("<OFX") {
      entries = try OFXStatement.entries(in: text)
    } else if start.hasPrefix("!") {
      entries = try QIFStatement.entries(in: text)
    } else {
      entries = try CSVStatement.entries(in: text)
    }
    guard !entries.list.isEmpty else {
      throw StatementProblem("The statement has no transactions")
    }
    return entries.list
  }

  /// The text of a file: UTF-8, or else Windows-1252, in which many banks write.
  static func text(of bytes: Data) throws(StatementProblem) -> String {
    guard bytes.count <= FileType.largestFile else {
      throw StatementProblem("The statement is larger than 5 MB")
    }
    let contents = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
    guard !contents.contains(0) else { throw StatementProblem("The statement is not a text") }
    if let text = String(validating: contents, as: UTF8.self) { return text }
    var scalars = String.UnicodeScalarView()
    for byte in contents { scalars.append(windows[byte] ?? Unicode.Scalar(byte)) }
    return String(scalars)
  }

  /// What Windows-1252 has where Latin-1 has controls, as far as banks use it.
  private static let windows: [UInt8: Unicode.Scalar] = [
    0x80: "€", 0x85: "…", 0x91: "‘", 0x92: "’", 0x93: "“", 0x94: "”", 0x96: "–", 0x97: "—",
  ]
}

/// A transaction as a file has it.
struct StatementEntry: Hashable, Sendable {
  /// The line of the file at which it begins, from 1.
  var line: Int
  var day: Day
  var amount: ExactDecimal
  var text: String
  /// The bank's own id; nil if the file has none.
  var bankID: String?
  /// What it is; it never turns the amount's sign round, which files write themselves.
  var type = FreeAgent.StatementLineType.other

  /// The same as a line of a request.
  var statementLine: FreeAgent.StatementLine {
    FreeAgent.StatementLine {
      $0.datedOn = day
      $0.amount = FreeAgent.BareNumber(amount)
      $0.description = text
      $0.bankID = bankID
      $0.type = type
    }
  }
}

/// The transactions of a file that are read so far.
struct StatementEntries {
  private(set) var list: [StatementEntry] = []

  /// - Throws: that there are too many.
  mutating func append(_ entry: StatementEntry) throws(StatementProblem) {
    guard list.count < StatementFile.largestCount else {
      throw StatementProblem(
        "The statement has more than \(StatementFile.largestCount) transactions", entry.line)
    }
    list.append(entry)
  }
}

/// Why a file is no statement: at which line, in which field.
struct StatementProblem: Error, Hashable, Sendable {
  let words: String
  let line: Int?
  let field: String?

  init(_ words: String, _ line: Int? = nil, _ field: String? = nil) {
    (self.words, self.line, self.field) = (words, line, field)
  }

  /// The refusal, such as `Line 3: amount “x” is not a number`.
  var failure: FreeAgent.Failure {
    let place = line.map { "Line \($0): " } ?? ""
    let name = field.map { "\($0) " } ?? ""
    return FreeAgent.Failure(
      status: 406, messages: [FreeAgent.Message("\(place)\(name)\(words)")])
  }
}

extension StringProtocol {
  /// The lines, whichever way they end, empty ones included.
  var statementLines: [SubSequence] {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }
}
