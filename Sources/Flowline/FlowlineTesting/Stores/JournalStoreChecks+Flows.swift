import Flowline
import FoundationEssentials

extension JournalStoreConformance {
  /// How whole sessions are kept.
  static let hostedFlowChecks: [Check] = [
    Check("rule 17: has the same record however often its session changes the node") { trial in
      let text = try await trial.walk(changingNodeBefore: [])
      trial.expect(text, is: KeptFlow.text(of: KeptFlow.inputs), "an undisturbed walk")
      for stop in KeptFlow.inputs.indices {
        trial.expect(
          try await trial.walk(changingNodeBefore: [stop]), is: text, "resumed before \(stop)")
      }
      trial.expect(
        try await trial.walk(changingNodeBefore: Set(KeptFlow.inputs.indices)), is: text,
        "resumed before every input")
    },

    Check("knows its changes again by their attempts") { trial in
      for first in 0..<4 {
        let text = try await trial.walk(changingNodeBefore: [], doubtingFrom: first)
        trial.expect(text, is: KeptFlow.text(of: KeptFlow.inputs), "begun at \(first)")
      }
    },

    Check("lets one of two nodes answer, and holds the other") { trial in
      guard let key = KeptFlow.key else { return }
      let one = try await trial.begin(key)
      one.take(KeptFlow.inputs[0])
      let other = try await trial.resume(key)
      one.take(.answer("left", "3"))
      other.take(.answer("left", "5"))
      let before = try await trial.store().open(key).contents()
      for input in ["again", "again", "later"] {
        trial.expect(other.prompt?.hold?.isStore == true, "the other node went on")
        other.take(.answer("store", .text(input)))
      }
      trial.expect(try await trial.store().open(key).contents() == before, "it wrote all the same")
      one.terminate()
      let again = try await trial.resume(key)
      trial.expect(
        again.prompt?.id == "right", "asks \(String(describing: again.prompt?.id)) elsewhere")
      again.terminate()
    },
  ]
}

extension KeptFlow {
  static let key = walk.options.session.map { SessionKey("ada", $0) }
}

extension JournalStoreTrial {
  fileprivate func begin(_ key: SessionKey, doubtingFrom first: Int? = nil) async throws
    -> FlowController
  {
    let controller = FlowController()
    var options = KeptFlow.walk.options
    let record = try await store().begin(key)
    options.sharedRecord = first.map { DoubtfulRecord(record, from: $0) } ?? record
    controller.start(KeptFlow(), options)
    controller.waitUntilSettled()
    return controller
  }

  fileprivate func resume(_ key: SessionKey) async throws -> FlowController {
    let controller = FlowController()
    try await KeptFlow.catalog.resume(try await store().open(key), in: controller)
    controller.waitUntilSettled()
    return controller
  }

  /// Walks a flow to its end, at another node from each of some inputs on, and returns the record that it
  /// leaves.
  fileprivate func walk(
    changingNodeBefore stops: Set<Int>, doubtingFrom first: Int? = nil
  ) async throws -> String {
    guard let key = KeptFlow.key else { return "" }
    let store = try await store()
    if try await store.find(key) != nil { try await store.remove(key) }
    var controller = try await begin(key, doubtingFrom: first)
    for (index, input) in KeptFlow.inputs.enumerated() {
      if stops.contains(index) {
        controller.unload()
        controller.waitUntilSettled()
        // What need not be durable may be known to the node alone until it is closed.
        await close()
        controller = try await resume(key)
      }
      controller.take(input)
    }
    await close()
    let record = try await self.store().open(key)
    let text = try await record.text()
    let found = try await self.store().find(key)
    let whole = StoredSession(
      key.session, record: Array(text.utf8), changed: Date(), isInUse: false)
    expect(found?.summary == whole.summary, "lists \(String(describing: found?.summary))")
    return text
  }
}
