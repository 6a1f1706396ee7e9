import Bank
import BankServices
import Flowline

/// Shows one order that the bank never answered, and has it looked into, sent again or given up.
///
/// Nothing is sent unless the person says so. It ends when the order is settled or given up, or when
/// it is left open.
struct OpenOrderFlow: Flow {
  /// How the order was left.
  enum End: String, Codable, Sendable, CaseIterable {
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

  let id: FlowID = "open-order"
  var catalog: TextCatalog? { texts }

  let order: OpenOrder
  let access: BankAccess

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
        case let found?: remark = texts("signs.\(found.rawValue)")
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
        let isSure = try await context.run(
          ConfirmScreen("confirm").texts("give-up").page {
            order.rows
            order.riskText
            Row("consequence")
          })
        guard isSure else { continue }
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
      Option(Choice.again, detail: texts("open-order.again.\(order.contents.name)")),
      Option(.look), Option(.giveUp), Option(.leave),
    ]
    return try await context.choose("order", from: options, texts: "open-order") {
      order.rows
      remark
    }
  }

  private func conclude(_ end: End, _ context: FlowContext) async throws -> End {
    try await context.conclude("settled", texts("settled.\(end.rawValue)")) {
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
