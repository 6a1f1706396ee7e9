import Bank
import BankClient
import Flowline
import FoundationEssentials
import ServiceCalls
import ServiceOrders

/// The texts of waiting for a bank.
let texts = TextCatalog(PackageResources.BankConnection_xcstrings)

/// A bank that tells the load or commit that asks it when it has to be waited for, and how long.
///
/// An order that is not begun, as the customer is being logged out, is refused with an error of the bank's.
struct TellingBank: ForwardingBank {
  private let bank: HTTPBank

  init(_ bank: HTTPBank) { self.bank = bank }

  func base() -> any Bank { bank }

  func forward<Answer>(_ ask: (any Bank) async throws -> Answer) async throws -> Answer {
    try await telling { try await ask(bank) }
  }

  private func telling<Answer>(_ ask: () async throws -> Answer) async throws -> Answer {
    do {
      return try await HTTPBank.tellingWaits(to: { EffectProgress.tell($0?.text) }, during: ask)
    } catch is OrderBookClosed {
      throw BankError.unavailable(cause: OrderBookClosed.cause)
    }
  }
}

extension TellingBank: OpenOrders {
  func openOrders() async throws -> [OpenOrder] { try await bank.openOrders() }

  func signs(of key: String) async throws -> OrderSigns? {
    try await telling { try await bank.signs(of: key) }
  }

  func sendAgain(_ key: String) async throws -> OpenOrderEnd {
    try await telling { try await bank.sendAgain(key) }
  }

  func giveUp(_ key: String) async throws -> Bool {
    try await telling { try await bank.giveUp(key) }
  }
}

extension CallWait {
  /// Why one waits, and until when the bank is asked again.
  var text: Text {
    texts("wait.\(reason.word)", secondsLeft, reason.status.map { String($0) } ?? "")
  }
}
