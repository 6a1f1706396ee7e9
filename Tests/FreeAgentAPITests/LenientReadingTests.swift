import BooksTestSupport
import Days
import Foundation
import FreeAgentAPI
import Money
import ServiceBasics
import TestSupport
import Testing

/// Answers differ from the service's pages, and from each other.
struct LenientReadingTests {
  private func explanation(_ member: String) throws -> FreeAgent.BankTransactionExplanation {
    try decoded("{\(member)}")
  }

  @Test(arguments: [
    (#""-730.0""#, "-730"), (#""14.4""#, "14.4"), (#""0.0""#, "0"), (#""3800""#, "3800"),
    ("-42.5", "-42.5"), ("251", "251"), ("0.1", "0.1"),
    ("38.800000000000004", "38.800000000000004"),
    ("3543.7", "3543.7"), ("1e2", "100"), ("12345678901234567890.12", "12345678901234567890.12"),
    (#""12345678901234567890.123456789""#, "12345678901234567890.123456789"), ("-0.0", "0"),
  ])
  func `a decimal is a text or a number, and exact`(json: String, number: String) throws {
    let explanation = try explanation(#""gross_value":\#(json)"#)
    #expect(explanation.grossValue == (try decimal(number)))
    #expect(explanation.presence(of: \.grossValue) == .value(try decimal(number)))
  }

  @Test(arguments: [#""""#, #""a lot""#, #""1,000.00""#, #""£5""#, "true", "{}", "[]", #"" 1""#])
  func `a value that cannot be read fails its record`(json: String) throws {
    #expect(throws: DecodingError.self) { try explanation(#""gross_value":\#(json)"#) }
    let list = #"""
      {"bank_transaction_explanations":[{"url":"u1","gross_value":\#(json)},{"url":"u2"}]}
      """#
    let answer = try FreeAgent.List<FreeAgent.BankTransactionExplanation>.answer(
      from: Data(list.utf8))
    #expect(answer.elements.map(\.url?.url) == ["u2"])
    #expect(answer.unread == [UnreadElement(id: "u1", cause: "gross_value: it cannot be read")])
    #expect(try CanonicalJSON.text(answer.enveloped(as: "x")) == #"{"x":[{"url":"u2"}]}"#)
  }

  @Test(arguments: ["null", "absent"])
  func `no value is none, whether null or absent`(form: String) throws {
    let explanation = try explanation(form == "null" ? #""gross_value":null"# : "")
    #expect(explanation.grossValue == nil)
    #expect(explanation.presence(of: \.grossValue) == (form == "null" ? .null : .absent))
  }

  @Test(arguments: [
    ("true", true), ("false", false), (#""true""#, true), (#""True""#, true), (#""FALSE""#, false),
    ("1", true), ("0", false), (#""1""#, true), (#""0""#, false), ("2", nil), ("-1", nil),
    (#""""#, nil), (#""yes""#, nil), ("null", nil),
  ])
  func `a flag is true or false, also as a text or a digit`(json: String, flag: Bool?) throws {
    #expect(try explanation(#""is_locked":\#(json)"#).isLocked == flag)
  }

  @Test(arguments: [
    ("7", 7), (#""7""#, 7), ("7.0", 7), (#""-7.0""#, -7), ("7.5", nil), (#""seven""#, nil),
    ("99999999999999999999", nil),
  ])
  func `a count is a whole number, also as a text`(json: String, count: Int?) throws {
    #expect(try explanation(#""stock_altering_quantity":\#(json)"#).stockAlteringQuantity == count)
  }

  @Test(arguments: [
    (#""2026-09-14""#, "2026-09-14"), (#""2019-12-12T00:00:00+00:00""#, "2019-12-12"),
    (#""2019-12-12T00:00:00.000Z""#, "2019-12-12"), (#""2019-12-12T23:30:00""#, "2019-12-12"),
    (#""2019-12-12 23:30:00""#, "2019-12-12"), (#""2019-12-12T23:30:00-05:00""#, "2019-12-12"),
    (#""2015-10-1""#, "2015-10-01"), (#""2015-1-9T00:00:00""#, "2015-01-09"),
  ])
  func `a day may have a time behind it`(json: String, text: String) throws {
    #expect(try explanation(#""dated_on":\#(json)"#).datedOn == (try day(text)))
  }

  @Test(arguments: [
    #""14 Sep 2026""#, #""2026-02-30""#, "20260914", #""2026-09-14x""#, #""2026-13-4""#,
    #""26-09-14""#, #""2026-09-""#, #""2026-09-14 ""#, #""2026-09-14T""#, #""2026-09-14T25:00:00""#,
    #""2026-09-14Tnoon""#, #""2026-09-14T09:00:00 BST""#, #""2026-09-14-1""#,
  ])
  func `a day that is none fails its record`(json: String) {
    #expect(throws: DecodingError.self) { try explanation(#""dated_on":\#(json)"#) }
  }

  @Test(arguments: [
    ("2011-07-28T11:25:11Z", 1_311_852_311_000), ("2026-08-16T12:42:15.000Z", 1_786_884_135_000),
    ("2026-08-16T13:42:15+01:00", 1_786_884_135_000),
  ])
  func `a time is read in both forms, and written in one`(text: String, milliseconds: Int64) throws
  {
    let explanation = try explanation(#""updated_at":"\#(text)""#)
    #expect(explanation.updatedAt?.milliseconds == milliseconds)
    #expect(
      Timestamp(milliseconds: milliseconds).member == .text(Timestamp(text)?.description ?? ""))
  }

  @Test(arguments: [
    "2025-03-15T09:00:00Z", "2025-03-15T09:00:00", "2025-03-15 09:00:00",
    "2025-03-15T09:00:00.000000", "2025-03-15 09:00:00 UTC", "2025-03-15 09:00:00Z",
    "2025-03-15T10:00:00+01:00", "2025-03-15T10:00:00 01:00", "2025-03-15 10:00:00 +0100",
    "2025-03-15T08:00:00-0100", "2025-3-15t09:00:00z",
  ])
  func `a time without a zone is one of UTC, and has its parts as clients write them`(
    text: String
  ) throws {
    let explanation = try explanation(#""updated_at":"\#(text)""#)
    #expect(explanation.updatedAt == Timestamp("2025-03-15T09:00:00Z"))
  }

  @Test func `a fraction of a second is read without a zone, too`() throws {
    let explanation = try explanation(#""updated_at":"2025-03-15T09:00:00.123456""#)
    #expect(explanation.updatedAt == Timestamp("2025-03-15T09:00:00.123Z"))
  }

  @Test(arguments: [
    #""updated_at":"yesterday""#, #""updated_at":"2025-03-15T09:00""#,
    #""updated_at":"2025-03-15T09:00:00+01""#, #""description":{}"#, #""project":7"#, #""type":5"#,
    #""locked_attributes":"type""#, #""locked_attributes":[1,{}]"#, #""is_money_in":[]"#,
    #""attachment":"none""#, #""rebill_type":false"#,
  ])
  func `what says nothing about money is nil if it cannot be read, and is kept`(
    member: String
  ) throws {
    let explanation = try explanation(member)
    #expect(try CanonicalJSON.text(explanation) == canonical("{\(member)}"))
    #expect(explanation.updatedAt == nil && explanation.project == nil && explanation.type == nil)
    #expect(explanation.attachment == nil && explanation.rebillType == nil)
    #expect(explanation.lockedAttributes == nil || member.contains("[1"))
    #expect(explanation.furtherMembers.isEmpty)
  }

  @Test func `words and members that are new are kept`() throws {
    let text = #"{"status":"Sold","tax_of_2031":{"rate":1e-7,"list":[null,true]},"url":"x"}"#
    let invoice: FreeAgent.Invoice = try decoded(text)
    #expect(invoice.status == "Sold")
    #expect(invoice.url?.id == nil)
    #expect(Set(invoice.furtherMembers.keys) == ["tax_of_2031"])
    #expect(
      try CanonicalJSON.text(invoice)
        == #"{"status":"Sold","tax_of_2031":{"list":[null,true],"rate":0.0000001},"url":"x"}"#)
  }

  @Test func `a number without measure is no member, and nothing else is lost`() throws {
    let invoice: FreeAgent.Invoice = try decoded(#"{"url":"x","odd":1e400,"status":"Open"}"#)
    #expect(invoice.furtherMembers == [:])
    #expect(invoice.status == .open)
  }

  @Test(arguments: ["[]", "7", #""x""#, "null", ""])
  func `what is no object is an error`(text: String) {
    #expect(throws: DecodingError.self) { try decoded(text, as: FreeAgent.Invoice.self) }
  }

  @Test(arguments: [
    #"{"invoices":{}}"#, #"{"invoices":null}"#, #"{"invoice":[]}"#, "{}", "[]", "<html>", "",
  ])
  func `what is no list of them is an error`(body: String) {
    #expect(throws: DecodingError.self) {
      try FreeAgent.List<FreeAgent.Invoice>.answer(from: Data(body.utf8))
    }
  }

  @Test func `elements that are no records are left out, and told`() throws {
    let body = #"{"invoices":[7,null,{"url":9},{"url":"a"},[],"b"]}"#
    let answer = try FreeAgent.List<FreeAgent.Invoice>.answer(from: Data(body.utf8))
    #expect(answer.elements.map(\.url?.url) == ["a"])
    #expect(answer.unread.count == 5)
  }

  @Test func `an empty answer to a change says nothing of the record`() throws {
    #expect(try FreeAgent.Update<FreeAgent.Invoice>.answer(from: Data()) == nil)
    let answer = try FreeAgent.ChangeStatus<FreeAgent.Invoice>.answer(
      from: Data(#"{"invoice":{"status":"Open"}}"#.utf8))
    #expect(answer?.status == .open)
    #expect(FreeAgent.Delete<FreeAgent.Invoice>.answer(from: Data("<html>".utf8)) == .init())
  }

  @Test(arguments: SeededNumbers.seeds)
  func `no body however odd stops the reading, and what is read is written again`(
    seed: UInt64
  ) throws {
    var random = SeededNumbers(seed: seed)
    for _ in 0..<(runsLongTests ? 5_000 : 400) {
      let json = random.json(depth: 3)
      let text = try CanonicalJSON.text(json)
      #expect(try decoded(text) == json)
      var members = [String: FreeAgent.JSON]()
      for field in FreeAgent.Invoice.schema.all where random.chance(0.3) {
        members[field.name] = random.json(depth: 2)
      }
      let object = FreeAgent.JSON.object(members)
      guard let invoice = FreeAgent.Invoice(member: object) else { continue }
      #expect(invoice.member == object)
      #expect(try decoded(CanonicalJSON.text(invoice)) == invoice)
      _ = (invoice.datedOn, invoice.totalValue, invoice.invoiceItems, invoice.missingMembers)
    }
    for length in 0..<200 {
      let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      _ = try? FreeAgent.List<FreeAgent.Invoice>.answer(from: Data(bytes))
    }
    _ = try? FreeAgent.GetCompany.answer(from: Data(String(repeating: "[", count: 100_000).utf8))
  }
}

extension SeededNumbers {
  fileprivate mutating func json(depth: Int) -> FreeAgent.JSON {
    switch below(depth > 0 ? 7 : 5) {
    case 0: .null
    case 1: .flag(chance(0.5))
    case 2: .number(ExactDecimal("\(Int64(below(2_000_000)) - 1_000_000).\(below(1000))") ?? 0)
    case 3: .text(pick(["", "Open", "-12.50", "2026-09-14", "Zoë 🧾\u{A0}\"\\/\n", "true", "1e5"]))
    case 4: .text(String(below(100_000)))
    case 5: .list((0..<below(4)).map { _ in json(depth: depth - 1) })
    default:
      .object(
        Dictionary(
          (0..<below(4)).map { _ in (pick(["url", "a", "é", ""]), json(depth: depth - 1)) }
        ) { _, last in last })
    }
  }
}
