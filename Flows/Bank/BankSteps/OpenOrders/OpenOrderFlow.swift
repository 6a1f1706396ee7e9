import Bank
import BankServices
import Flowline
import ServiceBasics

/// Shows one order that the bank never answered, and has it looked into, sent again or given up.
///
/// Nothing is sent unless the person says so. It ends when the order is settled or given up, or when
/// it is left open.
struct OpenOrderFlow: BankFlow {
  static var texts: TextCatalog { sharedTexts }
  let id: FlowID = "open-order"
  let order: OpenOrder
  let access: BankAccess

  /// How the order was left.
  enum End: String, Codable, CaseIterable {
    /// It was carried out.
    case done
    /// It was not carried out, and will not be.
    case notDone = "not-done"
    /// It is not sent again; whether it was carried out is not known.
    case givenUp = "given-up"
    /// It is not open any more: another process has settled it, or given it up.
    case closed
    /// It is as it was.
    case open
  }

  /// What the person decides.
  private enum Choice: String, Codable {
    case again, look
    case giveUp = "give-up"
    case leave
  }

  func run(_ context: FlowContext) async throws -> End {
    let bank = context.at(access)
    var remark = texts("open-order.unknown")
    while true {
      switch try await choice(remark, context) {
      case .look:
        let signs = try await bank.read("signs") { [access, order] in
          FoundSigns(found: try await access.openOrders.signs(of: order.id))
        }
        switch signs.found {
        case .carriedOut: return try await conclude(.done, context)
        case nil: return try await conclude(.closed, context)
        case let found?: remark = texts("signs", of: found)
        }
      case .again:
        let end = try await bank.order(
          "again", of: order, ifNot: texts("open-order.not-sent-again")
        ) { [access] _, order in try await access.openOrders.sendAgain(order.id) }
        switch end {
        case .done: return try await conclude(.done, context)
        case .notDone: return try await conclude(.notDone, context)
        case .notOpen: return try await conclude(.closed, context)
        case .refusedAgain: remark = texts("open-order.refused-again")
        }
      case .giveUp:
        guard try await isSure(context) else { continue }
        let wasOpen = try await bank.order(
          "give-up", of: order, ifNot: texts("open-order.not-given-up")
        ) { [access] _, order in try await access.openOrders.giveUp(order.id) }
        return try await conclude(wasOpen ? .givenUp : .closed, context)
      case .leave: return .open
      }
    }
  }

  /// Shows the order and what is known of it, and asks what is to be done.
  private func choice(_ remark: Text, _ context: FlowContext) async throws -> Choice {
    let options = [
      Option(Choice.again, detail: texts("open-order.again", of: order.contents)),
      Option(.look), Option(.giveUp), Option(.leave),
    ]
    return try await context.choose("order", from: options, texts: "open-order") {
      order.rows
      remark
    }
  }

  private func isSure(_ context: FlowContext) async throws -> Bool {
    try await context.run(
      ConfirmScreen("confirm").texts("give-up").page {
        order.rows
        order.riskText
        Row("consequence")
      })
  }

  private func conclude(_ end: End, _ context: FlowContext) async throws -> End {
    try await context.conclude("settled", texts("settled", of: end)) {
      order.rows
      if end == .givenUp { Row("given-up") }
      if end == .closed { Row("closed") }
    }
    return end
  }
}

/// What was seen of an order, as the journal keeps it.
private struct FoundSigns: Codable {
  /// Nil if the order is not open any more.
  let found: OrderSigns?
}

extension OpenOrder {
  /// What was ordered, in one line.
  var summary: Text {
    switch (contents, goalName) {
    case (.transfer(let order), let goal?):
      sharedTexts(
        order.direction == .intoGoal ? "order.into-goal" : "order.out-of-goal", order.amount, goal)
    case (.transfer(let order), nil):
      sharedTexts(
        order.direction == .intoGoal ? "order.into-some-goal" : "order.out-of-some-goal",
        order.amount)
    case (.goal(let order), _): sharedTexts("order.goal", order.name)
    case (.deletion, let goal?): sharedTexts("order.deletion", goal)
    case (.deletion, nil): sharedTexts("order.some-deletion")
    }
  }

  /// What was ordered, and when.
  fileprivate var rows: [Row] {
    [Row(sharedTexts("order.what"), summary), Row(sharedTexts("order.when"), orderedAt.date)]
  }

  /// What giving it up risks.
  fileprivate var riskText: Text {
    switch contents {
    case .transfer(let order) where order.transfer != order.key:
      sharedTexts("give-up.round-up", order.amount)
    case .transfer(let order): sharedTexts("give-up.transfer", order.amount)
    case .goal, .deletion: sharedTexts("give-up", of: contents)
    }
  }
}
