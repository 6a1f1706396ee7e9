import Bank
import BankServices
import Flowline

/// Shows one order that the bank never answered, and has it looked into, sent again or given up.
///
/// Nothing is sent unless the person says so. It ends when the order is settled or given up, or when
/// it is left open.
struct OpenOrderFlow: Flow {
  /// How the order was left.
  enum End: String, Codable, Sendable {
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

  let id: FlowID = "open-order"
  var catalog: TextCatalog? { texts }

  let order: OpenOrder
  let orders: any OpenOrders
  let access: BankAccess

  func run(_ context: FlowContext) async throws -> End {
    var page = OpenOrderPage(order: order)
    while true {
      switch try await context.run(page.screen) {
      case .look:
        switch try await look(context) {
        case .carriedOut: return try await conclude(with: .done, context)
        case nil: return try await conclude(with: .closed, context)
        case let signs?: page.remark = signs.text
        }
      case .again:
        switch try await sendAgain(context) {
        case .done: return try await conclude(with: .done, context)
        case .notDone: return try await conclude(with: .notDone, context)
        case .notOpen: return try await conclude(with: .closed, context)
        case .refusedAgain: page.remark = texts("open-order.refused-again")
        }
      case .giveUp:
        guard try await isGivenUp(context) else { continue }
        return try await conclude(with: try await giveUp(context) ? .givenUp : .closed, context)
      case .leave: return .open
      }
    }
  }

  /// What the bank shows of it; nil if it is not open any more.
  private nonisolated(nonsending) func look(_ context: FlowContext) async throws -> OrderSigns? {
    try await context.read("signs", at: access) { [orders, order] in
      Signs(of: try await orders.signs(of: order.id))
    }.found
  }

  private nonisolated(nonsending) func sendAgain(
    _ context: FlowContext
  ) async throws -> OpenOrderEnd {
    try await context.order(
      "again", of: order, at: access, ifNot: texts("open-order.not-sent-again")
    ) { [orders] _, order in try await orders.sendAgain(order.id) }
  }

  /// Asks whether to give it up, and says what that risks.
  private nonisolated(nonsending) func isGivenUp(_ context: FlowContext) async throws -> Bool {
    try await context.run(
      ConfirmScreen("confirm").texts("give-up").page {
        order.rows
        order.riskText
        Row("consequence")
      })
  }

  /// Has it given up.
  ///
  /// Returns whether it was still open.
  private nonisolated(nonsending) func giveUp(_ context: FlowContext) async throws -> Bool {
    try await context.order(
      "give-up", of: order, at: access, ifNot: texts("open-order.not-given-up")
    ) { [orders] _, order in try await orders.giveUp(order.id) }
  }

  private nonisolated(nonsending) func conclude(
    with end: End, _ context: FlowContext
  ) async throws -> End {
    try await context.conclude(
      with: ReviewScreen("settled", end.text).page {
        order.rows
        if end == .givenUp { Row("given-up") }
        if end == .closed { Row("closed") }
      })
    return end
  }
}

/// What was seen of an order, as the journal keeps it.
private struct Signs: Codable {
  /// Nil if the order is not open any more.
  let found: OrderSigns?

  init(of found: OrderSigns?) { self.found = found }
}

extension OpenOrderFlow.End {
  fileprivate var text: Text {
    switch self {
    case .done: texts("settled.done")
    case .notDone: texts("settled.not-done")
    case .givenUp: texts("settled.given-up")
    case .closed: texts("settled.closed")
    case .open: texts("open-order.unknown")
    }
  }
}
