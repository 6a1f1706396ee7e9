import Bank
import Money
import ServiceBasics
import StarlingAPI

/// Deleting a goal. The bank has no key for it, but what is gone cannot be deleted again.
struct GoalDeletionWork: OrderWork {
  /// The goal as it was before.
  typealias Known = SavingsGoal

  static let kind = BookedOrder.Kind.deletion
  static let keyReused = GoalDeletionResult.refused(.keyReused)
  static let maySendAgain = true

  let bank: HTTPBank
  let order: GoalDeletion

  var key: String { order.key }
  var account: Account.ID { order.account }

  func prepare() async throws -> Preparation<Known, GoalDeletionResult> {
    let goals = try await bank.goals(of: account)
    guard let goal = goals.first(where: { $0.id == order.goal }) else {
      return .answered(.refused(.unknownGoal))
    }
    return .ready(goal, covering: [])
  }

  func refusal(covered payments: [Payment.ID]) -> GoalDeletionResult { Self.keyReused }

  func send() async throws(Trouble) -> Starling.Nothing {
    try await bank.requester.once(
      Starling.DeleteSavingsGoal(account: account.text, goal: order.goal.text))
  }

  func look(
    _ booked: BookedOrder, _ known: Known, _ tally: inout PatienceTally
  ) async throws -> Look<GoalDeletionResult> {
    let account = try await bank.account(account)
    let listed = try await bank.requester.ask(
      Starling.GetSavingsGoals(account: account.id.text), &tally)
    let goal = bank.goals(listed, of: account).first { $0.id == order.goal }
    // A bank may keep what is deleted in its archive.
    guard goal == nil || goal?.state == .archived && known.state != .archived else {
      return .notThere
    }
    return .found(try await made(by: Starling.Nothing(), booked, known, &tally))
  }

  func made(
    by reply: Starling.Nothing, _ booked: BookedOrder, _ known: Known,
    _ tally: inout PatienceTally
  ) async throws -> Made<GoalDeletionResult> {
    let item = known.totalSaved.isPositive ? try await returned(booked, &tally) : nil
    return Made(
      answer: .deleted(returned: item?.amount ?? known.totalSaved), id: item?.id.text)
  }

  /// The feed item of what came back: it is the last one of the goal, and may be of another amount
  /// than was in it before, where somebody moved money meanwhile.
  private func returned(
    _ booked: BookedOrder, _ tally: inout PatienceTally
  ) async throws -> Payment? {
    let account = try await bank.account(account)
    let since = booked.orderedAt - TransferWork.clockSlack
    do throws(Trouble) {
      let changes = try await bank.requester.ask(
        Starling.GetFeedChanges(
          account: account.id.text, category: account.defaultCategory.text,
          since: Timestamp(milliseconds: since)), &tally)
      let last = bank.payments(changes, of: account).first {
        $0.source == .internalTransfer && $0.counterparty.id == order.goal.text
      }
      guard let last, last.direction == .incoming else { return nil }
      let isTaken = try? bank.orders.made(among: [last.id.text]).contains(last.id.text)
      return isTaken == false ? last : nil
    } catch {
      // It is deleted; what was in it is known from before.
      return nil
    }
  }

  func answer(
    to failure: Starling.Failure, _ tally: inout PatienceTally
  ) async throws -> GoalDeletionResult? {
    guard failure.codes.contains(.unknownSavingsGoal) || failure.status == 404 else { return nil }
    return failure.codes.contains(.unknownAccount) ? nil : .refused(.unknownGoal)
  }
}

extension GoalDeletion {
  /// The order with its key in lower case, as UUIDs are the same in either.
  var canonical: GoalDeletion {
    GoalDeletion(key: key.lowercased(), account: account, goal: goal)
  }
}
