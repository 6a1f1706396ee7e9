public import ServiceBasics
import Synchronization

/// Counts the calls of each caller, to refuse those over a limit.
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

  /// Makes a counter that has counted nothing.
  public init() {}

  /// Counts a call, unless it is over a limit.
  ///
  /// - Parameters:
  ///   - caller: whose call it is.
  ///   - limits: what the caller may do.
  ///   - now: the sandbox's time.
  /// - Returns: the limit that the call is over; nil if it is within all of them.
  public func exceeded(by caller: String, _ limits: [CallLimit], at now: Timestamp) -> CallLimit? {
    spans.withLock { spans in
      var counted: [Key: Span] = [:]
      for limit in limits {
        let key = Key(caller: caller, seconds: limit.seconds)
        let length = Int64(limit.seconds) * 1000
        let number = Int64((Double(now.milliseconds) / Double(length)).rounded(.down))
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

extension CallLimit {
  /// How many seconds are left of the span that a time is in: at least one.
  public func secondsLeft(at now: Timestamp) -> Int {
    let length = Int64(seconds) * 1000
    let passed = (now.milliseconds % length + length) % length
    return Int((length - passed + 999) / 1000)
  }
}
