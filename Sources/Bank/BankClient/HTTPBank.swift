public import ServiceCalls
public import ServiceOrders

/// A bank over HTTP, by Starling's public API, version 2.
///
/// Orders happen exactly once: each is in an `OrderBook` before it is sent. One whose answer was lost
/// stays open until it is sent again under its own key, a sign settles it, or a person gives it up;
/// until then no other order of its kind is sent for the account. See `OpenOrders`.
/// `close` ends the connections.
public final class HTTPBank: Sendable {
  let requester: Requester
  let orders: OrderBook
  let memory = Memory()
  let configuration: Configuration
  let tell: @Sendable (Event) -> Void

  /// Makes a client; nothing is sent yet, and no file is read.
  ///
  /// - Parameters:
  ///   - configuration: the bank's address, and how it is called.
  ///   - token: the source of the access token.
  ///   - orders: the book of what is ordered. All clients of one customer of a bank on a machine
  ///     share one, and no other bank's clients do.
  ///   - events: called with what the client does.
  public init(
    _ configuration: Configuration, token: TokenSource, orders: OrderBook,
    events: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    requester = Requester(configuration, tokens: TokenKeeper(token), tell: events)
    self.configuration = configuration
    self.orders = orders
    tell = events
  }

  /// Ends the connections.
  ///
  /// A client that is not closed ends them when it goes.
  public func close() async { await requester.close() }
}

extension HTTPBank: CustomStringConvertible, CustomReflectable {
  /// The client as messages name it: by the bank's address.
  public var description: String { "the bank at \(configuration.address)" }

  /// Nothing, so that no secret can be seen in it.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
