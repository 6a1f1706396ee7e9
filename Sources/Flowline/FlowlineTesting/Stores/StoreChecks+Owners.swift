import Flowline
import FoundationEssentials

extension SessionStoreConformance {
  /// Who has a session open.
  static let ownerChecks: [Check] = [
    Check("keeps two of one process from the same session") { trial in
      let (store, second) = try (trial.store(), trial.store())
      let session = UUID()
      let new = try store.begin(session)
      try new.append(StoreTrial.lines, isDurable: true)
      for (other, name) in [(store, "the same store"), (second, "another store")] {
        trial.expect("opening a new session in \(name)", failsWith: .inUse) {
          try other.open(session).close()
        }
      }
      new.close()
      let record = try store.open(session)
      for (other, name) in [(store, "the same store"), (second, "another store")] {
        trial.expect("opening it in \(name)", failsWith: .inUse) { try other.open(session).close() }
        trial.expect("removing it in \(name)", failsWith: .inUse) { try other.remove(session) }
        trial.expect(
          try other.sessions().map(\.isInUse) == [true], "\(name) does not list it as in use")
      }
      try record.append("more\n", isDurable: true)
      record.close()
      for other in [store, second] {
        trial.expect(
          try other.sessions().map(\.isInUse) == [false], "it is listed as in use when closed")
      }
      trial.expect(try trial.text(of: session), is: StoreTrial.lines + "more\n", "the record")
      try second.remove(session)
    },

    Check("keeps sessions apart") { trial in
      let store = try trial.store()
      let sessions = (0..<100).map { _ in UUID() }
      let records = try sessions.map { try store.begin($0) }
      for round in 0..<3 {
        for (record, session) in zip(records, sessions) {
          try record.append("\(session) \(round)\n", isDurable: true)
        }
      }
      trial.expect(try store.sessions().count { $0.isInUse } == 100, "not all are in use")
      for record in records[..<50] { record.close() }
      let inUse = Set(try store.sessions().filter(\.isInUse).map(\.id))
      trial.expect(inUse == Set(sessions[50...]), "closing some let go of others")
      for record in records { record.close() }
      for session in sessions {
        trial.expect(
          try trial.text(of: session), is: (0..<3).map { "\(session) \($0)\n" }.joined(),
          "a record")
      }
    },

    Check("lets go of what a process had that was killed") { trial in
      guard let holder = trial.subject.holder else { return }
      let store = try trial.store()
      let session = try trial.keep(StoreTrial.lines, in: store)
      let other = try trial.keep("other\n", in: store)
      let process = try HoldingProcess(holder(trial.folder, session))
      trial.expect("opening it meanwhile", failsWith: .inUse) { try store.open(session).close() }
      trial.expect("removing it meanwhile", failsWith: .inUse) { try store.remove(session) }
      trial.expect(
        try trial.listed(session)?.isInUse == true, "it is not listed as in use meanwhile")
      trial.expect(
        try trial.listed(other)?.isInUse == false, "another session is listed as in use")
      try trial.add("more\n", to: other, in: store)
      process.kill()
      trial.expect(try trial.listed(session)?.isInUse == false, "it is in use after the end")
      try trial.add("more\n", to: session, in: store)
      trial.expect(try trial.text(of: session), is: StoreTrial.lines + "more\n", "the record")
    },

    Check("keeps another process from a session that is open here") { trial in
      guard let holder = trial.subject.holder else { return }
      let store = try trial.store()
      let session = UUID()
      let record = try store.begin(session)
      try record.append(StoreTrial.lines, isDurable: true)
      // Others of this process that open and close must not let go of the lock.
      trial.expect("opening it", failsWith: .inUse) { try trial.store().open(session).close() }
      _ = try store.sessions()
      do {
        try HoldingProcess(holder(trial.folder, session)).kill()
        trial.record("another process has opened it")
      } catch is HoldingProcess.Refused {
        try record.append("more\n", isDurable: true)
      }
      record.close()
      trial.expect(try trial.text(of: session), is: StoreTrial.lines + "more\n", "the record")
    },
  ]
}
