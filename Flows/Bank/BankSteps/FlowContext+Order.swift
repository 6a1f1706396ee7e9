public import Bank
import BankServices
public import Flowline
import FoundationEssentials

extension FlowContext {
  /// A key for an order: made once before it is sent, and a part of its contents, so that however
  /// often it is sent, it is the same order to the bank.
  public func makeOrderKey() -> String { makeID().uuidString.lowercased() }

  /// Has the bank carry an order out, once, until it answers or the person gives up.
  ///
  /// If the bank wants a log-in, the flow `log-in` is run and then the same order is sent again. If an
  /// earlier order was never answered, the flow `open-order` is run first, and this one is cancelled if
  /// that is left open. Other trouble means that the order was not carried out; its page is `not-done`.
  /// A bank's file that cannot be used holds the session, which can be cancelled. An order without an
  /// answer holds it too, and is sent again under the same key if the person says so.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - order: what is sent, its key included.
  ///   - desk: the bank's orders, and its log-in.
  ///   - remark: what it means if it was not carried out; nil for a text that says that nothing was
  ///     done.
  ///   - send: sends to the bank, on any thread.
  /// - Returns: the bank's answer, or that of the journal.
  /// - Throws: ``FlowCancelled`` if the person leaves.
  public nonisolated(nonsending) func order<
    Order: Encodable & Sendable, Answer: Codable & Sendable
  >(
    _ id: StepID, of order: Order, at access: BankAccess, ifNot remark: Text? = nil,
    _ send: @escaping @Sendable (any Bank, Order) async throws -> Answer
  ) async throws -> Answer {
    var notListed: String?
    while true {
      let reply = try await commit(id, of: order) { [bank = access.services.bank] order, _ in
        try await BankReply.ofOrder { try await send(bank, order) }
      }
      switch reply {
      case .answered(let answer): return answer
      case .trouble(let trouble):
        if trouble.wantsLogIn, let login = access.services.login {
          _ = try await run(LogInFlow(login, because: trouble))
          continue
        }
        // One that is in the way and not listed, again, is nobody's here.
        if let earlier = trouble.order, earlier != notListed {
          switch try await settle(orderWith: earlier, at: access) {
          case .closed: continue
          case .leftOpen: throw FlowCancelled(.user)
          case .notListed:
            notListed = earlier
            continue
          }
        }
        var page = BankErrorPage(
          trouble: trouble, place: .ordering, canLogIn: access.services.login != nil)
        if let remark { page.remark = remark }
        switch try await run(page.screen) {
        case .again, .earlier: break
        case .logIn: _ = try await logIn(because: trouble, at: access)
        case .leave: throw FlowCancelled(.user)
        }
      }
    }
  }
}
