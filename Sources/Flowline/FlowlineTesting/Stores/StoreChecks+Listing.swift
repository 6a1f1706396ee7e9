import Flowline
import FoundationEssentials

extension SessionStoreConformance {
  /// How sessions are listed.
  static let listingChecks: [Check] = [
    Check("lists the last changed first, as many as asked for") { trial in
      let store = try trial.store()
      var order: [UUID] = []
      for number in 0..<5 {
        let session = try trial.keep("session \(number)\n", in: store)
        try trial.change(session, in: store)
        order.insert(session, at: 0)
      }
      trial.expect(try store.sessions().map(\.id) == order, "the order of their making differs")
      let oldest = order.removeLast()
      try trial.change(oldest, in: store)
      order.insert(oldest, at: 0)
      for limit in [0, 1, 3, 5, 100] {
        trial.expect(
          try trial.store().sessions(limit: limit).map(\.id) == Array(order.prefix(limit)),
          "at most \(limit) of them, the last changed first, are others")
      }
      let times = try store.sessions().map(\.changed)
      trial.expect(times == times.sorted(by: >), "the times do not fall")
      trial.expect(
        times.allSatisfy { abs($0.timeIntervalSinceNow) < 600 }, "the times are not of now")
    },

    Check("tells where each session stands") { trial in
      let store = try trial.store()
      var expected: [UUID: (text: String, standing: StoredSession.Standing)] = [:]
      for (text, standing) in standings {
        let session = UUID()
        try trial.keep(text, of: session, in: store)
        expected[session] = (text, standing)
      }
      let listed = try store.sessions()
      trial.expect(listed.count == expected.count, "lists \(listed.count) of \(expected.count)")
      for session in listed {
        guard let (text, standing) = expected[session.id] else {
          trial.record("lists \(session.id), which is unknown")
          continue
        }
        trial.expect(
          session.standing == standing, "says \(session.standing) where it stands at \(standing)")
        let whole = StoredSession(
          session.id, record: Array(text.utf8), changed: session.changed, isInUse: false)
        trial.expect(session == whole, "lists \(session) where its record says \(whole)")
      }
    },
  ]

  /// Records of every kind, and where they stand.
  private static let standings: [(String, StoredSession.Standing)] = {
    let inputs = KeptFlow.inputs
    let finished = KeptFlow.text(of: inputs)
    let half = KeptFlow.text(of: Array(inputs[..<4]))
    let damaged = finished.replacing("answer left 7", with: "answer left 7 7")
    let newer = finished.replacing("format 2", with: "format 7")
    return [
      (
        KeptFlow.text(of: [.answer("first", "12")]), .unfinished(at: StepPath(["kept", "first"]))
      ),
      (
        KeptFlow.text(of: [.answer("first", "1"), .back]),
        .unfinished(at: StepPath(["kept", "first"]))
      ),
      (half, .unfinished(at: StepPath(["kept", "product", "left"]))),
      (half + "answer left", .unfinished(at: StepPath(["kept", "product", "left"]))),
      (KeptFlow.head, .unfinished(at: StepPath(["kept"]))),
      (finished, .finished(37)),
      (KeptFlow.text(of: [.answer("first", "1"), .cancel, .cancel]), .cancelled(.user)),
      (KeptFlow.text(of: [.answer("first", "0")]), .failed("nothing to add")),
      ("", damage(of: "")),
      (damaged, damage(of: damaged)), (newer, .newer(format: 7)),
    ]
  }()

  /// What a damaged text is listed as.
  ///
  /// One that turns out to be sound fails its check.
  private static func damage(of text: String) -> StoredSession.Standing {
    do {
      _ = try Script(parsing: text)
      return .failed("the text is no damaged one")
    } catch {
      return StoredSession.Standing(error)
    }
  }
}

extension StoreTrial {
  /// Adds lines to a session until it is listed as changed later than all others: the system's clock
  /// of files goes by steps of some milliseconds.
  func change(_ session: UUID, in store: any SessionStore) throws {
    for _ in 0..<10_000 {
      try add("# changed\n", to: session, in: store)
      let times = try store.sessions().map { (id: $0.id, changed: $0.changed) }
      guard let mine = times.first(where: { $0.id == session })?.changed else {
        return record("does not list a session that was changed")
      }
      if times.allSatisfy({ $0.id == session || $0.changed < mine }) { return }
    }
    record("does not list a session as changed later than others, however often it is changed")
  }
}
