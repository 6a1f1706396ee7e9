import Flowline
import FoundationEssentials

extension SessionStoreConformance {
  /// What a record does after it could not be written.
  static let recoveryChecks: [Check] = [
    Check("recovers a record that has not failed without a change") { trial in
      let session = UUID()
      let record = try trial.store().begin(session)
      try record.recover()
      try record.append("one\n", isDurable: true)
      try record.append("held\n", isDurable: false)
      try record.recover()
      trial.expect(try record.text(), is: "one\nheld\n", "the open record")
      try record.append("two\n", isDurable: true)
      record.close()
      try? record.recover()
      trial.expect("adding to a closed record", failsWith: .closed) {
        try record.append("three\n", isDurable: true)
      }
      trial.expect(try trial.text(of: session), is: "one\nheld\ntwo\n", "the record")
    },

    Check("begins a session after it could not be begun") { trial in
      let session = UUID()
      let record = try trial.store().begin(session)
      guard let unhinder = try trial.hinder() else { return record.close() }
      trial.expectFailure("adding the first line") {
        try record.append("one\n", isDurable: true)
      }
      trial.expect("adding behind a failure", failsWith: .closed) {
        try record.append("two\n", isDurable: true)
      }
      try unhinder()
      try record.recover()
      trial.expect(try record.text(), is: "", "the recovered record")
      try record.append("one\ntwo\n", isDurable: true)
      record.close()
      trial.expect(try trial.text(of: session), is: "one\ntwo\n", "the record")
    },

    Check("says what it has after a failure, and takes lines again") { trial in
      let session = try trial.keep("one\n", in: trial.store())
      let record = try trial.store().open(session)
      try record.append("held\n", isDurable: false)
      guard let unhinder = try trial.hinder() else { return record.close() }
      trial.expectFailure("replacing") { try record.replace(with: "other\n") }
      trial.expect("adding behind a failure", failsWith: .closed) {
        try record.append("two\n", isDurable: true)
      }
      try unhinder()
      try record.recover()
      let kept = try record.text()
      trial.expect(
        ["one\n", "one\nheld\n"].contains(kept), "the recovered record has “\(kept)”")
      try record.append("two\n", isDurable: true)
      record.close()
      trial.expect(try trial.text(of: session), is: kept + "two\n", "the record")
    },

    Check("rule 24: holds a session that it cannot keep, and keeps it after that") { trial in
      guard let session = KeptFlow.walk.options.session else { return }
      let controller = FlowController()
      var options = KeptFlow.walk.options
      options.record = try trial.store().begin(session)
      controller.start(KeptFlow(), options)
      defer { controller.terminate() }
      guard let unhinder = try trial.hinder() else { return }
      controller.take(KeptFlow.inputs[0])
      for _ in 0..<2 {
        trial.expect(controller.prompt?.hold?.isStore == true, "an answer was taken as kept")
        controller.take(.answer("store", .json("again")))
      }
      try unhinder()
      controller.take(.answer("store", .json("again")))
      trial.expect(controller.prompt?.hold == nil, "it is held still")
      for input in KeptFlow.inputs[1...] { controller.take(input) }
      trial.expect(
        try trial.text(of: session), is: KeptFlow.text(of: KeptFlow.inputs), "the record")
    },
  ]
}
