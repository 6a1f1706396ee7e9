import Flowline
import FoundationEssentials

extension JournalStoreConformance {
  /// How whole sessions are kept.
  static let hostedFlowChecks: [Check] = [
    Check("keeps a flow that every answer finds in another program") { trial in
      guard let session = KeptFlow.walk.options.session else { return }
      let key = SessionKey("ada", session)
      var options = KeptFlow.walk.options
      options.sharedRecord = try await trial.store().begin(key)
      var controller = FlowController()
      controller.start(KeptFlow(), options)
      controller.waitUntilSettled()
      for input in KeptFlow.inputs {
        controller.unload()
        controller.waitUntilSettled()
        controller = FlowController()
        let record = try await trial.store().open(key)
        _ = try await KeptFlow.catalog.resume(record, in: controller)
        controller.waitUntilSettled()
        controller.take(input)
      }
      let text = try await trial.store().open(key).text()
      let expected = KeptFlow.text(of: KeptFlow.inputs)
      if let difference = ScriptDifference(expected, text) {
        trial.record("the journal differs in \(difference)")
      }
      let found = try await trial.store().find(key)
      trial.expect(
        found?.summary
          == StoredSession(
            key.session, record: Array(text.utf8), changed: Date(), isInUse: false
          ).summary,
        "lists \(String(describing: found?.summary))")
    }
  ]
}
