import ServiceBasics
import Synchronization

/// Counts the calls of each caller, to refuse those over a limit.
///
/// It counts by the time that passes, so that a stopped clock holds no caller back for ever.
public final class CallCounter: Sendable {
  private struct Key: Hashable {
    let caller: String
    let seconds: Int
  }

  private struct Span {
    var number: Int64
    var count: Int
  }

  private let spans = Mutex<[Key: Span]>([:])

  private let clock: SandboxClock

  /// Makes a counter that has counted nothing.
  ///
  /// - Parameter clock: the sandbox's clock.
  public init(by clock: SandboxClock) { self.clock = clock }

  /// Counts a call, unless it is over a limit.
  ///
  /// - Parameters:
  ///   - caller: whose call it is.
  ///   - limits: what the caller may do.
  /// - Returns: the limit that the call is over; nil if it is within all of them.
  public func exceeded(by caller: String, _ limits: [CallLimit]) -> CallLimit? {
    spans.withLock { spans in
      let now = clock.passedMilliseconds
      var counted: [Key: Span] = [:]
      for limit in limits {
        let key = Key(caller: caller, seconds: limit.seconds)
        let (number, _) = floorDivide(now, by: Int64(limit.seconds) * 1000)
        var span = spans[key] ?? Span(number: number, count: 0)
        if span.number != number { span = Span(number: number, count: 0) }
        guard span.count < limit.count else { return limit }
        span.count += 1
        counted[key] = span
      }
      spans.merge(counted) { $1 }
      return nil
    }
  }
}
