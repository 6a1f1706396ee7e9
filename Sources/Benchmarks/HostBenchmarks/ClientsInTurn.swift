import Flowline
import FlowlineHost
import Measuring

extension Bench {
  /// So many clients, each with a session that it answers again and again, for so many seconds.
  func load(_ clients: Int, for seconds: Int) async throws {
    let host = host()
    let keys = (0..<clients).map { SessionKey(UserID("user \($0)"), .newSession()) }
    for key in keys { try await host.start("counting", as: key, in: environment) }
    let began = ContinuousClock.now
    let end = began.advanced(by: .seconds(seconds))
    // As a server's requests are.
    let count = try await onServingThreads {
      try await withThrowingTaskGroup(of: Int.self) { group in
        for key in keys {
          group.addTask {
            var count = 0
            while ContinuousClock.now < end {
              try await answer(key, host)
              count += 1
            }
            return count
          }
        }
        return try await group.reduce(0, +)
      }
    }
    let time = (ContinuousClock.now - began) / .seconds(1)
    report("\(count) answers, \(text(Double(count) / time)) a second")
    await host.close()
  }
}
