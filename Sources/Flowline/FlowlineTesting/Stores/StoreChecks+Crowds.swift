import Dispatch
import Flowline
import Foundation
import Synchronization

extension SessionStoreConformance {
  /// Many sessions, and many threads.
  static let crowdChecks: [Check] = [
    Check("keeps thousands of sessions") { trial in
      let store = try trial.store()
      var sessions: [UUID] = []
      for number in 0..<2000 {
        sessions.append(try trial.keep("session \(number)\n", in: store))
      }
      let listed = try trial.store().sessions()
      trial.expect(listed.count == sessions.count, "lists \(listed.count) of \(sessions.count)")
      trial.expect(Set(listed.map(\.id)) == Set(sessions), "lists others than there are")
      let some = try store.sessions(limit: 10)
      trial.expect(some.map(\.id) == listed.prefix(10).map(\.id), "the first ten are others")
      for number in stride(from: 0, to: 2000, by: 97) {
        trial.expect(
          try trial.text(of: sessions[number]), is: "session \(number)\n", "session \(number)")
      }
    },

    Check("is used from many threads") { trial in
      let store = try trial.store()
      let kept = Mutex<[UUID: String]>([:])
      try threads(8) { thread in
        for number in 0..<10 {
          let session = UUID()
          var text = "session \(thread) \(number)\n"
          try trial.keep(text, of: session, in: store)
          for _ in 0..<5 {
            try trial.add("more\n", to: session, in: store)
            text += "more\n"
          }
          _ = try store.sessions(limit: 3)
          if number % 3 == 0 {
            try store.remove(session)
          } else {
            kept.withLock { $0[session] = text }
          }
        }
      }
      let expected = kept.withLock { $0 }
      let listed = try store.sessions().map(\.id)
      trial.expect(
        listed.count == expected.count && Set(listed) == Set(expected.keys),
        "lists \(listed.count) sessions, \(expected.count) are left")
      for (session, text) in expected {
        trial.expect(try trial.text(of: session), is: text, "a record")
      }
    },

    Check("gives a session to one of many threads") { trial in
      let stores = try (0..<4).map { _ in try trial.store() }
      let session = try trial.keep("0\n", in: stores[0])
      let taken = Mutex(0)
      try threads(8) { thread in
        for _ in 0..<25 {
          do {
            let record = try stores[thread % 4].open(session)
            defer { record.close() }
            // Nobody else counts between the reading and the writing.
            let last = try record.text().split(separator: "\n").last.flatMap { Int($0) } ?? -1
            if last % 5 == 4 {
              try record.replace(with: "\(last + 1)\n")
            } else {
              try record.append("\(last + 1)\n", isDurable: true)
            }
            taken.withLock { $0 += 1 }
          } catch let failure as StoreFailure where failure.code == .inUse {
            continue
          }
        }
      }
      let count = taken.withLock { $0 }
      let text = try trial.text(of: session)
      let last = text.split(separator: "\n").last.flatMap { Int($0) }
      trial.expect(last == count, "\(count) threads counted to \(last.map(String.init) ?? text)")
    },

    Check("lets one of many threads begin a session") { trial in
      let stores = try (0..<4).map { _ in try trial.store() }
      for round in 0..<20 {
        let session = UUID()
        let won = Mutex<[Int]>([])
        try threads(4) { thread in
          do {
            let record = try stores[thread].begin(session)
            defer { record.close() }
            try record.append("thread \(thread)\n", isDurable: true)
            won.withLock { $0.append(thread) }
          } catch let failure as StoreFailure where [.exists, .inUse].contains(failure.code) {
            return
          }
        }
        let winners = won.withLock { $0 }
        trial.expect(winners.count == 1, "in round \(round) \(winners.count) threads began it")
        guard let winner = winners.first else { continue }
        trial.expect(try trial.text(of: session), is: "thread \(winner)\n", "the record")
      }
    },
  ]
}

/// Does something on so many threads at once and waits for all; throws what the first one threw.
private func threads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
  let failure = Mutex<(any Error)?>(nil)
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    Thread {
      do {
        try body(number)
      } catch {
        failure.withLock { $0 = $0 ?? error }
      }
      group.leave()
    }.start()
  }
  group.wait()
  if let failure = failure.withLock({ $0 }) { throw failure }
}
