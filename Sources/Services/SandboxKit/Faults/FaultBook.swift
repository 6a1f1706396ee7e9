import Synchronization

/// The faults that were asked for, in the order in which they were.
public final class FaultBook: Sendable {
  /// A fault and how far it has come.
  private struct Armed: Sendable {
    var fault: Fault
    var toPass: Int
    var left: Int?
    var random: SplitMix64
  }

  private let armed = Mutex<[Armed]>([])

  /// Makes a book without faults.
  public init() {}

  /// The faults that can still happen, with how often.
  public var pending: [Fault] {
    armed.withLock {
      $0.map { armed in
        var fault = armed.fault
        fault.times = armed.left
        fault.after = armed.toPass
        return fault
      }
    }
  }

  /// Asks for one more, behind the others.
  public func add(_ fault: Fault) {
    let left = fault.times ?? (fault.probability == nil ? 1 : nil)
    armed.withLock {
      $0.append(
        Armed(
          fault: fault, toPass: fault.after ?? 0, left: left,
          random: SplitMix64(state: fault.seed ?? 0)))
    }
  }

  /// Takes all away.
  public func removeAll() {
    armed.withLock { $0 = [] }
  }

  /// The fault that meets a request: the first that does.
  ///
  /// One that has happened often enough is gone.
  func next(method: String, path: Substring) -> Fault? {
    armed.withLock { armed in
      for index in armed.indices where armed[index].fault.meets(method: method, path: path) {
        if armed[index].toPass > 0 {
          armed[index].toPass -= 1
          continue
        }
        if let probability = armed[index].fault.probability,
          Double.random(in: 0..<1, using: &armed[index].random) >= probability
        {
          continue
        }
        let fault = armed[index].fault
        if let left = armed[index].left {
          armed[index].left = left - 1
          if left <= 1 { armed.remove(at: index) }
        }
        return fault
      }
      return nil
    }
  }
}
