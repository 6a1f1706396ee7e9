/// Takes one outcome to a handler, once.
protocol Delivery: AnyObject {
  func start()
  func cancel(_ reason: CancelReason, _ dismisser: Dismisser)
}

/// A handler on its way: let go before it is called, so that it may start the next flow.
final class HandlerDelivery<Output: Sendable>: Delivery {
  private var handler: FlowHandler<Output>?

  init(_ handler: FlowHandler<Output>) {
    self.handler = handler
  }

  func start() { handler?.started() }

  func finish(_ outcome: Outcome<Output>, _ dismisser: Dismisser) {
    let handler = handler.take()
    handler?.finished(outcome, dismisser)
  }

  func cancel(_ reason: CancelReason, _ dismisser: Dismisser) {
    finish(.cancelled(reason), dismisser)
  }
}
