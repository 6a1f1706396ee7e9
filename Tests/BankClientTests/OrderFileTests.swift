import Bank
import BankTestSupport
import ServiceBasics
import ServiceOrders
import Testing

@testable import BankClient

/// An order in doubt as its file cannot be used: what is wrong is the file, and not the order.
struct OrderFileTests {
  private static let damaged = CodedText("file-damaged", "it is damaged")

  @Test func `the cause says that it is the file`() throws {
    let account = try #require(Account.ID(uuid(1, "a")))
    let errors: [any Error] = [
      DatabaseFileError(.damaged, "/orders", cause: Self.damaged, advice: "Restore it."),
      OrderDeskError.storage(path: "/orders", cause: Self.damaged),
    ]
    for error in errors {
      let cause = OrderDoubt.failed(error).cause(about: account)
      #expect(cause.code == "order-file-unusable")
      #expect(cause.words == "the file of the orders cannot be used: it is damaged")
    }
  }

  @Test func `what nobody has foreseen has a code, too`() throws {
    struct Unforeseen: Error {}
    let account = try #require(Account.ID(uuid(1, "a")))
    #expect(OrderDoubt.failed(Unforeseen()).cause(about: account).code == "unexpected-error")
  }
}
