import Bank
import BankServices
import Flowline
import ServiceSteps

extension FlowContext {
  /// This context with an access to a bank: the body of a flow reads and orders by it.
  func at(_ access: BankAccess) -> BankContext { BankContext(flow: self, access: access) }
}

/// What the body of a flow at a bank works with: its context, and its access to the bank.
struct BankContext: ServiceContext {
  typealias Failure = BankError

  let flow: FlowContext
  let access: BankAccess

  /// The data sets of the bank, and the bank that orders go to.
  var services: BankServices { access.services }

  /// Reads from the bank, until it answers or the person gives up.
  ///
  /// If the bank wants a log-in, the flow `log-in` is run and the bank is asked again. Another error has
  /// the page `not-loaded`, which says what is wrong and what to do, and offers `again` and `leave`. A
  /// bank's file that is broken holds the session instead.
  ///
  /// - Parameters:
  ///   - title: what people are told is under way; the text `<id>.activity` of the flow if it is nil.
  ///   - earlier: what was shown before, given the error; offered on the page unless it is nil.
  ///   - read: reads, on any thread.
  /// - Throws: ``FlowCancelled`` if the person leaves.
  func read<Answer: Codable & Sendable>(
    _ id: StepID, title: Text? = nil, orShowing earlier: ((BankError) -> Answer)? = nil,
    _ read: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try await untilAnswered {
      try await ask(id, title: title, read)
    } recovering: { error in
      let again = try await recover(from: error, on: "not-loaded", hasEarlier: earlier != nil)
      return again ? nil : earlier?(error)
    }
  }

  /// Has the bank carry an order out, once, until it answers or the person gives up.
  ///
  /// If the bank wants a log-in, the flow `log-in` is run and then the same order is sent again. If an
  /// earlier order was never answered, the flow `open-order` is run first, and this one is cancelled if
  /// that is left open. If the earlier one was carried out, or may have been, the person is asked whether
  /// this one is to be sent, too. Another error means that the order was not carried out; its page is `not-done`.
  /// A bank's file that cannot be used holds the session, which can be cancelled. An order without an
  /// answer holds it too, and is sent again under the same key if the person says so.
  ///
  /// - Parameters:
  ///   - order: what is sent, its key included.
  ///   - remark: what it means if it was not carried out; that nothing was done if it is nil.
  ///   - send: sends to the bank, on any thread.
  /// - Throws: ``FlowCancelled`` if the person leaves.
  func order<Order: Encodable & Sendable, Answer: Codable & Sendable>(
    _ id: StepID, of order: Order, ifNot remark: Text? = nil,
    _ send: @escaping @Sendable (any Bank, Order) async throws -> Answer
  ) async throws -> Answer {
    var notListed: String?
    return try await untilAnswered {
      try await self.send(id, order) { [bank = services.bank] in try await send(bank, $0) }
    } recovering: { error in
      // An earlier order that is in the way and still not listed is another customer's.
      guard let earlier = error.order, earlier != notListed else {
        _ = try await recover(from: error, on: "not-done", remark: remark)
        return nil
      }
      switch try await settle(orderWith: earlier) {
      case .open: throw FlowCancelled(.user)
      case nil: notListed = earlier
      case .notDone: break
      case .done: try await confirmAnother(sharedTexts("another.question"))
      case .givenUp, .closed: try await confirmAnother(sharedTexts("another.unknown"))
      }
      return nil
    }
  }

  /// Asks whether an order is to be sent although an earlier one was carried out, or may have been.
  ///
  /// - Throws: ``FlowCancelled`` if not.
  private func confirmAnother(_ question: Text) async throws {
    let another = ConfirmScreen("another", question, default: false).texts(in: sharedTexts)
    guard try await flow.run(another) else { throw FlowCancelled(.user) }
  }

  /// Shows an order that the bank never answered.
  ///
  /// - Returns: how it was left; nil if it is not among this customer's open orders.
  func settle(orderWith key: String) async throws -> OpenOrderFlow.End? {
    let open = try await read("open-orders", title: sharedTexts("open-orders.activity")) {
      [services] in try await services.openOrders?.openOrders() ?? []
    }
    guard let order = open.first(where: { $0.id == key }) else { return nil }
    return try await flow.visit(OpenOrderFlow(order: order, access: access)) ?? .open
  }

  /// Has the person log in, or decide on a page what to do about an error.
  ///
  /// - Parameters:
  ///   - id: the page, `not-loaded` or `not-done`.
  ///   - remark: what the error means for an order.
  ///   - hasEarlier: whether there is something from before that can be shown.
  /// - Returns: whether to ask the bank again; if not, what was shown before is to be shown.
  /// - Throws: ``FlowCancelled`` if the person leaves.
  func recover(
    from error: BankError, on id: StepID, remark: Text? = nil, hasEarlier: Bool = false
  ) async throws -> Bool {
    let hasLogIn = services.login != nil
    if hasLogIn, error.wantsLogIn {
      _ = try await flow.run(LogInFlow(access: access, reason: error))
      return true
    }
    var others: [Option<Destination<Bool>>] = []
    if hasLogIn, error.code == .insufficientScope {
      let logIn = LogInFlow(access: access, reason: error)
      others.append(Option("log-in", .visit(logIn), label: sharedTexts("trouble.option.log-in")))
    }
    if hasEarlier {
      others.append(
        Option("last-known", .result(false), label: sharedTexts("trouble.option.last-known")))
    }
    return try await decide(about: error, on: id, remark: remark, others: others)
  }

  /// Runs the log-in.
  ///
  /// Returns whether it came to its end; false if the bank has none.
  func logIn(because error: BankError) async throws -> Bool {
    guard services.login != nil else { return false }
    return try await flow.visit(LogInFlow(access: access, reason: error)) != nil
  }
}
