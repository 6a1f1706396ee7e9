import Bank
import BankTestSupport
import EmbeddedBank
import FoundationEssentials
import Money
import ServiceBasics
import Testing

struct AccountNumberTests {
  @Test func `numbers accounts as they are opened, with an IBAN that checks`() throws {
    let bank = try EmbeddedBank.inMemory(now: { Date(timeIntervalSince1970: 0) })
    for name in ["one", "two", "three"] {
      try bank.open(NewAccount(handle: name, name: name, currency: try currency("GBP")))
    }
    let details = try bank.read { try $0.accountDetails() }
    #expect(details.map(\.number.text) == ["01234567", "01234568", "01234569"])
    // The API's own example.
    #expect(details[0].number.iban == "GB63SRLG60837101234567")
    for detail in details {
      let iban = detail.number.iban
      #expect(AccountNumber.remainder(of: "\(iban.dropFirst(4))\(iban.prefix(4))") == 1)
    }
    #expect(details.map(\.kind) == [.primary, .additional, .additional])
    #expect(
      details.map(\.openedAt.description) == Array(repeating: "1970-01-01T00:00:00.000Z", count: 3))
  }
}
