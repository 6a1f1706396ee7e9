public import Bank
public import BankServices
public import Flowline
import FoundationEssentials

extension FlowContext {
  /// This context with an access to a bank.
  ///
  /// A flow's body binds it once and reads, orders and asks for accounts by it.
  public func at(_ access: BankAccess) -> BankContext { BankContext(flow: self, access: access) }
}

/// What the body of a flow at a bank works with: its context, and its access to the bank.
public struct BankContext: Sendable {
  /// The context of the flow.
  public let flow: FlowContext

  /// The flow's access to the bank.
  public let access: BankAccess

  /// The data sets of the bank, and the bank that orders go to.
  public var services: BankServices { access.services }

  /// Makes a key for an order: once, before it is sent, and as a part of its contents, so that however
  /// often it is sent, it is the same order to the bank.
  public func makeOrderKey() -> String { flow.makeID().uuidString.lowercased() }

  /// Reads from the bank, until it answers or the person gives up.
  ///
  /// If the bank wants a log-in, the flow `log-in` is run and the bank is asked again. Another error has
  /// the page `not-loaded`, which says what is wrong and what to do, and offers `again` and `leave`. A
  /// bank's file that is broken holds the session instead.
  ///
  /// - Parameters:
  ///   - title: what people are told is under way; the text `<id>.activity` of the flow if it is nil.
  ///   - read: reads, on any thread.
  /// - Throws: ``FlowCancelled`` if the person leaves.
  public nonisolated(nonsending) func read<Answer: Codable & Sendable>(
    _ id: StepID, title: Text? = nil, _ read: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try await self.read(id, title: title, orShowing: nil, read)
  }

  /// Reads from the bank.
  ///
  /// - Parameter earlier: what was shown before, given the error; offered on the page as `last-known`
  ///   unless it is nil.
  func read<Answer: Codable & Sendable>(
    _ id: StepID, title: Text?, orShowing earlier: ((BankError) -> Answer)?,
    _ read: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    while true {
      let reply = try await flow.load(id, title: title) {
        try await BankReply.of { try await read() }
      }
      switch reply {
      case .answered(let answer): return answer
      case .failed(let error):
        let page = BankErrorPage.reading(error, hasEarlier: earlier != nil)
        if try await !recover(by: page), let earlier { return earlier(error) }
      }
    }
  }

  /// Has the bank carry an order out, once, until it answers or the person gives up.
  ///
  /// If the bank wants a log-in, the flow `log-in` is run and then the same order is sent again. If an
  /// earlier order was never answered, the flow `open-order` is run first, and this one is cancelled if
  /// that is left open. Another error means that the order was not carried out; its page is `not-done`.
  /// A bank's file that cannot be used holds the session, which can be cancelled. An order without an
  /// answer holds it too, and is sent again under the same key if the person says so.
  ///
  /// - Parameters:
  ///   - order: what is sent, its key included.
  ///   - remark: what it means if it was not carried out; that nothing was done if it is nil.
  ///   - send: sends to the bank, on any thread.
  /// - Throws: ``FlowCancelled`` if the person leaves.
  public nonisolated(nonsending) func order<
    Order: Encodable & Sendable, Answer: Codable & Sendable
  >(
    _ id: StepID, of order: Order, ifNot remark: Text? = nil,
    _ send: @escaping @Sendable (any Bank, Order) async throws -> Answer
  ) async throws -> Answer {
    var notListed: String?
    while true {
      let reply = try await flow.commit(id, of: order) { [bank = services.bank] order, _ in
        try await BankReply.ofOrder { try await send(bank, order) }
      }
      switch reply {
      case .answered(let answer): return answer
      case .failed(let error):
        // An earlier order that is in the way and still not listed is another customer's.
        guard let earlier = error.order, earlier != notListed else {
          _ = try await recover(by: .ordering(error, remark: remark))
          continue
        }
        switch try await settle(orderWith: earlier) {
        case .closed: break
        case .leftOpen: throw FlowCancelled(.user)
        case .notListed: notListed = earlier
        }
      }
    }
  }

  /// Has the person log in, or decide on a page what to do about an error.
  ///
  /// - Returns: whether to ask the bank again; if not, what was shown before is to be shown.
  /// - Throws: ``FlowCancelled`` if the person leaves.
  func recover(by page: BankErrorPage) async throws -> Bool {
    if page.error.wantsLogIn, services.login != nil {
      _ = try await flow.run(LogInFlow(at: access, because: page.error))
      return true
    }
    switch try await flow.run(page.screen(canLogIn: services.login != nil)) {
    case .again: return true
    case .logIn:
      _ = try await logIn(because: page.error)
      return true
    case .earlier: return false
    case .leave: throw FlowCancelled(.user)
    }
  }

  /// Runs the log-in.
  ///
  /// Returns whether it came to its end; false if the bank has none.
  func logIn(because error: BankError) async throws -> Bool {
    guard services.login != nil else { return false }
    return try await flow.visit(LogInFlow(at: access, because: error)) != nil
  }
}
