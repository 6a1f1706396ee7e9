import BooksTestSupport
import Days
import Foundation
import FreeAgentAPI
import Money
import ServiceBasics
import TestSupport
import Testing

@testable import EmbeddedBooks

/// Files with statements, as banks give them out.
struct StatementFileTests {
  /// A file, and its transactions as `day amount text`.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let lines: [String]
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "CSV without names",
      text: "19/09/2026,-3.20,Tea\n18/09/2026,\"1,250.00\",\"Sale \"\"A\"\"\"\n",
      lines: ["2026-09-19 -3.2 Tea", "2026-09-18 1250 Sale \"A\""]),
    Case(
      name: "CSV whose text has commas, with carriage returns",
      text: "19/09/2026,-3.20,Tea, milk\r\n\r\n18/09/2026,5\r\n",
      lines: ["2026-09-19 -3.2 Tea, milk", "2026-09-18 5 "]),
    Case(
      name: "CSV with semicolons and decimal commas, without names",
      text: "\n19.09.2026;-3,20;Tea, milk\n18.09.2026;3,20\n",
      lines: ["2026-09-19 -3.2 Tea, milk", "2026-09-18 3.2 "]),
    Case(
      name: "CSV with empty cells at the end, without names",
      text: "19/09/2026,5,Tea,,\n18/09/2026,6,,,\n",
      lines: ["2026-09-19 5 Tea", "2026-09-18 6 "]),
    Case(
      name: "CSV with names in another order",
      text: "Description,Date,Amount\nTea,19 Sep 2026,(3.20)\n",
      lines: ["2026-09-19 -3.2 Tea"]),
    Case(
      name: "CSV with money in and out",
      text: "Date;Details;Paid in;Paid out\n19.09.26;Tea;0,00;3,20\n18.09.26;Sale;12;\n",
      lines: ["2026-09-19 -3.2 Tea", "2026-09-18 12 Sale"]),
    Case(
      name: "CSV with months first, as one of its days tells",
      text: "09/01/2026,1,a\n09/19/2026,2,b\n", lines: ["2026-09-01 1 a", "2026-09-19 2 b"]),
    Case(
      name: "CSV with a mark of its encoding and a text of two lines",
      text: "\u{FEFF}2026-09-19,£3.20,\"Tea\nand milk\"", lines: ["2026-09-19 3.2 Tea and milk"]),
    Case(
      name: "QIF",
      text: "!Type:Bank\nD19/09/2026\nT-3.20\nPTea\nMTea and milk\n^\nD18/09'26\nT12\nPSale\n",
      lines: ["2026-09-19 -3.2 Tea and milk", "2026-09-18 12 Sale"]),
    Case(
      name: "QIF whose transaction is ended by a list only",
      text: "!Type:Bank\nD19/09/2026\nT-3.20\nPTea\n!Type:Cat\nNTravel\n^\n",
      lines: ["2026-09-19 -3.2 Tea"]),
    Case(
      name: "QIF of another program, with lists beside",
      text: """
        !Account
        NCurrent
        ^
        !Type:Cat
        NTravel
        ^
        !Type
        D3/04/16
        U80
        EQuiz
        ^
        """, lines: ["2016-04-03 80 Quiz"]),
    Case(
      name: "OFX 1",
      text: """
        OFXHEADER:100
        DATA:OFXSGML

        <OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>GBP
        <BANKTRANLIST><DTSTART>20260901
        <STMTTRN>
        <TRNTYPE>DEBIT
        <DTPOSTED>20260919120000[0:GMT]
        <TRNAMT>-3.20
        <FITID>1
        <NAME>Tea &amp; Co
        <MEMO>Card 7
        <STMTTRN><TRNTYPE>XFER<DTPOSTED>20260918<TRNAMT>+12.00<FITID>2<NAME>From savings
        </BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
        """, lines: ["2026-09-19 -3.2 Tea & Co Card 7", "2026-09-18 12 From savings"]),
    Case(
      name: "OFX 2",
      text: """
        <?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="211"?>
        <OFX><BANKTRANLIST>
        <STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20160403</DTPOSTED><TRNAMT>80</TRNAMT>
        <FITID>d1</FITID><PAYEE><NAME>Quiz&#x20;Ltd</NAME></PAYEE>
        <MEMO><![CDATA[<b> & more]]></MEMO></STMTTRN>
        </BANKTRANLIST></OFX>
        """, lines: ["2016-04-03 80 Quiz Ltd <b> & more"]),
  ]

  @Test(arguments: cases)
  func `a file is read`(_ file: Case) throws {
    let lines = try StatementFile.lines(in: Data(file.text.utf8), of: .gbp)
    let read = lines.map { line in
      let amount = line.amount?.value.description ?? ""
      return "\(line.datedOn?.description ?? "") \(amount) \(line.description ?? "")"
    }
    #expect(read == file.lines)
  }

  @Test func `ids and kinds come along, and a kind never turns an amount round`() throws {
    let file = try #require(Self.cases.first { $0.name == "OFX 1" })
    let lines = try StatementFile.lines(in: Data(file.text.utf8), of: .gbp)
    #expect(lines.map(\.bankID) == ["1", "2"])
    #expect(lines.map(\.type) == [.debit, .other])
  }

  @Test func `what is no UTF-8 is read as banks write it`() throws {
    let bytes = Data("19/09/2026,1,Caf".utf8) + Data([0xE9, 0x20, 0x80])
    #expect(try StatementFile.lines(in: bytes, of: .gbp).map(\.description) == ["Café €"])
  }

  @Test(arguments: [
    ("", "The statement has no transactions"),
    ("19/09/2026,1,a\n31/09/2026,1,b", "Line 2: date “31/09/2026” is not a valid date"),
    ("19/09/2026,1,a\n19/09/2026,one,b", "Line 2: amount “one” is not a number"),
    ("19/09/2026,1,a\n\n19/09/2026", "Line 3: amount is missing"),
    ("19/09/2026,1.001,a", "Line 1: amount “1.001” is not an amount of GBP"),
    ("19/09/2026,99999999999999,a", "Line 1: amount “99999999999999” is not an amount of GBP"),
    ("19/09/2026,1,\"a", "Line 1: A quote is not closed"),
    ("!Type:Bank\nD19/09/2026\n^", "Line 2: T (amount) is missing"),
    ("!Type:Bank\nT1\n^", "Line 2: D (date) is missing"),
    ("!Type:Cat\nNTravel\n^", "The statement has no transactions"),
    ("<OFX>\n<STMTTRN><TRNAMT>1</STMTTRN>", "Line 2: DTPOSTED is missing"),
    (
      "<OFX>\n<STMTTRN><DTPOSTED>20260931<TRNAMT>1",
      "Line 2: DTPOSTED “20260931” is not a valid date"
    ),
    ("<OFX>\n<STMTTRN>\n<DTPOSTED>20260930\n<TRNAMT>x", "Line 2: TRNAMT “x” is not a number"),
    ("a\u{0}", "The statement is not a text"),
  ])
  func `what cannot be read is refused by its line and field`(text: String, words: String) throws {
    let problem = #expect(throws: StatementProblem.self) {
      try StatementFile.lines(in: Data(text.utf8), of: .gbp)
    }
    let failure = try #require(problem?.failure)
    #expect(failure.status == 406)
    #expect(failure.messages.map(\.text) == [words])
  }

  @Test(
    arguments: [
      ("1", "1"), ("-1.50", "-1.5"), ("1.50-", "-1.5"), ("+2", "2"), ("(3.20)", "-3.2"),
      ("£1,234.56", "1234.56"), ("1.234,56 €", "1234.56"), ("1,234", "1234"), ("12,5", "12.5"),
      ("1,234,567", "1234567"), ("−4", "-4"), (".5", "0.5"), ("5.", "5"), ("", nil), ("-", nil),
      ("x", nil), ("1,2.3.4", nil), ("1e5", nil), ("٣", nil), ("()", nil), ("--1", nil),
      // A comma before three digits is between thousands only if it can be.
      ("0,125", "0.125"), ("-0,125", "-0.125"), ("1234,567", "1234.567"), ("12,3456", "12.3456"),
      ("-12,345", "-12345"), ("1.234", "1.234"), ("5,", "5"), (",5", "0.5"),
      ("1,234,56", nil), ("0,125,000", nil), ("0.123,45", nil), ("12,34.56", nil),
      ("1234,567.89", nil), ("1.234.567", "1234567"), ("1,234.567,8", nil), (",", nil), (".", nil),
      // Spaces are between thousands as well, and signs of currencies at the ends.
      ("1 234,56", "1234.56"), ("1\u{A0}234\u{202F}567", "1234567"), ("12 5", nil),
      ("- £ 5", "-5"), ("1£5", nil), ("1 234,567.89", nil),
    ] as [(String, String?)])
  func `amounts are read as banks write them`(text: String, number: String?) {
    #expect(StatementAmount.number(text, .grouped)?.description == number)
  }

  @Test(
    arguments: [
      ("-12,345", "-12.345"), ("-12.345", "-12.345"), ("-0,125", "-0.125"), ("-12,34", "-12.34"),
      ("1,234", "1.234"), ("+3.20", "3.2"), ("7", "7"), ("1,234.56", nil), ("1.234,56", nil),
      ("1,234,567", nil), ("1 234", nil), ("1 234,56", nil), ("x", nil), ("", nil),
    ] as [(String, String?)])
  func `an amount of OFX has one sign, before its decimals`(text: String, number: String?) {
    #expect(StatementAmount.number(text, .plain)?.description == number)
  }

  @Test(
    arguments: [
      ("-12,345", .ofx, "Line 1: amount “-12.345” is not an amount of GBP"),
      ("-12,345.00", .ofx, "Line 1: TRNAMT “-12,345.00” is not a number"),
      ("-0,125", .ofx, "Line 1: amount “-0.125” is not an amount of GBP"),
      ("-0,125", .csv, "Line 1: amount “-0.125” is not an amount of GBP"),
      ("-12,3456", .csv, "Line 1: amount “-12.3456” is not an amount of GBP"),
      ("-1,23,456", .csv, "Line 1: amount “-1,23,456” is not a number"),
      ("-12,3456", .qif, "Line 2: amount “-12.3456” is not an amount of GBP"),
      ("-1,23,456", .qif, "Line 2: T (amount) “-1,23,456” is not a number"),
    ] as [(String, Kind, String)])
  func `an amount that is none of the account is refused`(
    amount: String, kind: Kind, words: String
  ) throws {
    let text = kind.file(with: amount)
    let problem = #expect(throws: StatementProblem.self) {
      try StatementFile.lines(in: Data(text.utf8), of: .gbp)
    }
    #expect(problem?.failure.messages.map(\.text) == [words])
  }

  /// A kind of file with one transaction.
  enum Kind: Sendable {
    case ofx, csv, qif

    func file(with amount: String) -> String {
      switch self {
      case .ofx: "<OFX><STMTTRN><DTPOSTED>20260919<TRNAMT>\(amount)<NAME>Tea</OFX>"
      case .csv: "19.09.2026;\(amount);Tea"
      case .qif: "!Type:Bank\nD19/09/2026\nT\(amount)\nPTea\n^"
      }
    }
  }

  @Test func `three decimals are read for a currency that has them`() throws {
    let dinar = try #require(Currency(code: "KWD"))
    for kind in [Kind.ofx, .csv, .qif] {
      let file = Data(kind.file(with: "-0,125").utf8)
      let lines = try StatementFile.lines(in: file, of: dinar)
      #expect(lines.map(\.amount?.value.description) == ["-0.125"])
    }
  }

  @Test func `a statement has an end`() throws {
    let entry = StatementEntry(
      line: 7, day: try day("2026-09-19"), amount: 1, text: "Tea", bankID: nil, type: .other)
    var entries = StatementEntries()
    for _ in 0..<StatementFile.largestCount { try entries.append(entry) }
    let most = entries
    let problem = #expect(throws: StatementProblem.self) {
      var more = most
      try more.append(entry)
    }
    #expect(problem?.line == 7)
    #expect(throws: StatementProblem.self) {
      try StatementFile.text(of: Data(count: FileType.largestFile + 1))
    }
  }

  @Test(arguments: [1, 20_260_919, 0x0F0C] as [UInt64])
  func `hostile files are read or refused, and nothing else`(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    for _ in 0..<(runsLongTests ? 20_000 : 400) {
      var bytes = Array(numbers.pick(Self.cases).text.utf8)
      for _ in 0..<numbers.below(12) where !bytes.isEmpty {
        let place = numbers.below(bytes.count)
        switch numbers.below(4) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: numbers.next())
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(numbers.pick(Self.signs), at: place)
        default: bytes = Array(bytes[place...]) + Array(bytes[..<place])
        }
      }
      do throws(StatementProblem) {
        let lines = try StatementFile.lines(in: Data(bytes), of: .gbp)
        #expect(!lines.isEmpty)
      } catch {
        #expect(error.failure.status == 406)
      }
      let form = MultipartForm(Data(bytes), type: "multipart/form-data; boundary=\"<\"")
      _ = form?["statement"]
    }
  }

  private static let signs = Array("<>&;\"'\n\r,!^/[]-\u{301}".utf8)
}
