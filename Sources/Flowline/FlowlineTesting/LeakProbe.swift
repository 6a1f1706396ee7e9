import Synchronization
public import Testing

/// Finds out whether what held its tokens is gone.
///
/// Put a token into a flow, or let a flow's effects capture one; after the end expect it gone. Only
/// weak references are kept, so a token is gone at the moment its last holder is.
///
///     let probe = LeakProbe()
///     let tester = FlowTester(HoldingFlow(resource: probe.makeToken()))
///     tester.cancel()
///     probe.expectGone()
public final class LeakProbe: Sendable {
  /// Something to hold: alive as long as anybody holds it.
  public final class Token: Sendable {
    fileprivate init() {}
  }

  private struct WeakToken {
    weak var token: Token?
  }

  private let tokens = Mutex<[WeakToken]>([])

  /// Makes a probe without tokens.
  public init() {}

  /// Makes a token.
  ///
  /// The caller holds it; the probe does not.
  public func makeToken() -> Token {
    let token = Token()
    tokens.withLock { $0.append(WeakToken(token: token)) }
    return token
  }

  /// How many tokens somebody still holds.
  public var alive: Int {
    tokens.withLock { tokens in tokens.count { $0.token != nil } }
  }

  /// Expects that nobody holds a token any more, at once and without waiting.
  ///
  /// A probe that never made a token is an issue too: it would expect nothing.
  public func expectGone(
    _ what: String = "what held the token", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (made, alive) = tokens.withLock { ($0.count, $0.count { $0.token != nil }) }
    if made == 0 {
      Issue.record("the probe made no token", sourceLocation: sourceLocation)
    } else if alive > 0 {
      Issue.record(
        "\(what) is still alive: \(alive) of \(made) tokens are held",
        sourceLocation: sourceLocation)
    }
  }
}
