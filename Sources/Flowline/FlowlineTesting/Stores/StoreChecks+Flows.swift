import Flowline
import FoundationEssentials

extension SessionStoreConformance {
  /// Flows that are walked over the store.
  static let flowChecks: [Check] = [
    Check("rule 17: has the same record however often its session was resumed") { trial in
      let undisturbed = try trial.record(stoppingAt: [])
      trial.expect(
        undisturbed.hasSuffix("finish 37\n"), "an undisturbed walk left \(undisturbed)")
      for stop in KeptFlow.inputs.indices {
        trial.expect(
          try trial.record(stoppingAt: [stop]), is: undisturbed, "resumed before input \(stop)")
      }
      trial.expect(
        try trial.record(stoppingAt: Set(KeptFlow.inputs.indices)), is: undisturbed,
        "resumed before every input")
    },

    Check("rule 18: is resumed after a last line that was cut off") { trial in
      guard let session = KeptFlow.walk.options.session else { return }
      try trial.keep(
        KeptFlow.text(of: Array(KeptFlow.inputs[..<2])) + "answer lef", of: session,
        in: trial.store())
      let record = try trial.store().open(session)
      let controller = FlowController()
      var notes = 0
      try KeptFlow.catalog.resume(record, in: controller) { _ in notes += 1 }
      for input in KeptFlow.inputs[2...] { controller.take(input) }
      trial.expect(notes == 1, "\(notes) notes of the line that was cut off")
      trial.expect(
        try trial.text(of: session), is: KeptFlow.text(of: KeptFlow.inputs), "the record")
    },

    Check("lets go of a session that has ended") { trial in
      let store = try trial.store()
      let session = UUID()
      let controller = FlowController()
      var options = KeptFlow.walk.options
      options.session = session
      options.record = try store.begin(session)
      controller.start(KeptFlow(), options)
      controller.take(.answer("first", "1"))
      trial.expect(try trial.listed(session)?.isInUse == true, "it is not in use while it runs")
      controller.take(.cancel)
      controller.take(.cancel)
      trial.expect(try trial.listed(session)?.isInUse == false, "it is in use after its end")
      trial.expect(
        try trial.listed(session)?.standing == .cancelled(.user), "it is not listed as cancelled")
    },
  ]
}

extension StoreTrial {
  /// Walks a flow to its end, in a new process as it were before each of some inputs, and gives the
  /// record it leaves.
  fileprivate func record(stoppingAt stops: Set<Int>) throws -> String {
    guard let session = KeptFlow.walk.options.session else { return "" }
    let store = try self.store()
    if try listed(session) != nil { try store.remove(session) }
    var controller = try begin(session, in: store)
    for (index, input) in KeptFlow.inputs.enumerated() {
      if stops.contains(index) {
        controller.terminate()
        controller = try goOn(session)
      }
      controller.take(input)
    }
    return try text(of: session)
  }

  private func begin(_ session: UUID, in store: any SessionStore) throws -> FlowController {
    let controller = FlowController()
    var options = KeptFlow.walk.options
    options.record = try store.begin(session)
    controller.start(KeptFlow(), options)
    return controller
  }

  private func goOn(_ session: UUID) throws -> FlowController {
    let store = try self.store()
    // Nothing need be kept of a session that nobody answered.
    guard let record = try kept(session, in: store) else { return try begin(session, in: store) }
    let controller = FlowController()
    try KeptFlow.catalog.resume(record, in: controller)
    controller.waitUntilSettled()
    return controller
  }

  private func kept(
    _ session: UUID, in store: any SessionStore
  ) throws(StoreFailure) -> (any SessionRecord)? {
    do throws(StoreFailure) {
      return try store.open(session)
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }
}
