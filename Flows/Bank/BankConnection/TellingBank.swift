import Bank
import BankClient
import Flowline
import FoundationEssentials
import ServiceCalls

/// A bank that tells the load or commit that asks it when it has to be waited for, and how long.
struct TellingBank: Bank {
  private let bank: HTTPBank

  init(_ bank: HTTPBank) { self.bank = bank }

  func accounts() async throws -> [Account] {
    try await telling { try await bank.accounts() }
  }

  func balance(of account: Account.ID) async throws -> Balance {
    try await telling { try await bank.balance(of: account) }
  }

  func payments(of account: Account.ID, in interval: Range<Date>) async throws -> [Payment] {
    try await telling { try await bank.payments(of: account, in: interval) }
  }

  var knowsAllRoundUps: Bool { bank.knowsAllRoundUps }

  func roundUps(
    of account: Account.ID, in interval: Range<Date>
  ) async throws -> RoundUpHistory {
    try await telling { try await bank.roundUps(of: account, in: interval) }
  }

  func goals(of account: Account.ID) async throws -> [SavingsGoal] {
    try await telling { try await bank.goals(of: account) }
  }

  func createGoal(_ order: GoalOrder) async throws -> GoalCreation {
    try await telling { try await bank.createGoal(order) }
  }

  func deleteGoal(_ order: GoalDeletion) async throws -> GoalDeletionResult {
    try await telling { try await bank.deleteGoal(order) }
  }

  func move(_ order: TransferOrder) async throws -> TransferResult {
    try await telling { try await bank.move(order) }
  }

  private func telling<Answer>(_ ask: () async throws -> Answer) async throws -> Answer {
    try await HTTPBank.tellingWaits(to: { EffectProgress.tell($0?.text) }, during: ask)
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
    let seconds = TextArgument.integer(secondsLeft)
    return switch reason {
    case .tooManyRequests: texts("wait.too-many-requests", seconds)
    case .serverError(let status): texts("wait.server-error", seconds, .string(String(status)))
    case .noAnswer: texts("wait.no-answer", seconds)
    case .noConnection: texts("wait.no-connection", seconds)
    }
  }
}
