import Flowline
import FoundationEssentials

extension SessionStoreConformance {
  /// What one record does.
  static let recordChecks: [Check] = [
    Check("begins a session once") { trial in
      let store = try trial.store()
      let session = UUID()
      let record = try store.begin(session)
      trial.expect(record.session == session, "the record is of \(record.session)")
      trial.expect(try record.contents().isEmpty, "a new record is not empty")
      try record.append(StoreTrial.lines, isDurable: true)
      trial.expect("beginning it again while it is open", failsWith: .exists, .inUse) {
        try store.begin(session).close()
      }
      record.close()
      trial.expect("beginning it again", failsWith: .exists) { try store.begin(session).close() }
      trial.expect(try trial.text(of: session), is: StoreTrial.lines, "the record")
    },

    Check("lets one of two that begin the same session keep it") { trial in
      let session = UUID()
      let records = try [trial.store().begin(session), trial.store().begin(session)]
      try records[1].append(StoreTrial.lines, isDurable: true)
      trial.expect("the other's first line", failsWith: .exists, .inUse) {
        try records[0].append("lost\n", isDurable: true)
      }
      for record in records { record.close() }
      trial.expect(try trial.text(of: session), is: StoreTrial.lines, "the record")
    },

    Check("keeps lines in order, byte for byte") { trial in
      let session = UUID()
      let record = try trial.store().begin(session)
      let parts =
        [StoreTrial.lines, "answer name \"Ada «Лавлейс» 👩‍💻\"\n", "# \0\t\r\n", "a\nb\nc\n"]
        + (0..<50).map { "answer number \($0)\n" }
        + ["load page \"" + String(repeating: "x", count: 1 << 20) + "\"\n", "last\n"]
      for part in parts { try record.append(part, isDurable: true) }
      trial.expect(try record.text(), is: parts.joined(), "the open record")
      record.close()
      trial.expect(try trial.text(of: session), is: parts.joined(), "the record")
    },

    Check("keeps lines that need not be durable in their order") { trial in
      let session = UUID()
      let store = try trial.store()
      let record = try store.begin(session)
      try record.append("one\n", isDurable: false)
      trial.expect(try record.text(), is: "one\n", "the open record")
      try record.append("two\n", isDurable: true)
      try record.append("three\n", isDurable: false)
      try record.append("four\n", isDurable: true)
      trial.expect(try record.text(), is: "one\ntwo\nthree\nfour\n", "the open record")
      try record.append("five\n", isDurable: false)
      record.close()
      trial.expect(try trial.text(of: session), is: "one\ntwo\nthree\nfour\nfive\n", "the record")
      let nobody = UUID()
      let unanswered = try store.begin(nobody)
      try unanswered.append("one\n", isDurable: false)
      unanswered.close()
      trial.expect(
        try trial.listed(nobody).map { $0.id == nobody } ?? true, "lists another session")
    },

    Check("cuts off what stands behind a length") { trial in
      let session = UUID()
      let store = try trial.store()
      var record = try store.begin(session)
      for part in ["one\n", "two\n", "three\n", "torn li"] {
        try record.append(part, isDurable: true)
      }
      record.close()
      record = try store.open(session)
      try record.cut(to: 14)
      trial.expect(try record.text(), is: "one\ntwo\nthree\n", "cut at a line's end")
      try record.append("four\n", isDurable: true)
      try record.append("five", isDurable: false)
      // In the midst of what was added at once, over all that was added behind.
      try record.cut(to: 6)
      trial.expect(try record.text(), is: "one\ntw", "cut in the midst of a line")
      try record.append("o\nthree\n", isDurable: true)
      record.close()
      trial.expect(try trial.text(of: session), is: "one\ntwo\nthree\n", "the record")
    },

    Check("replaces what it has and sets the old aside") { trial in
      let session = try trial.keep("one\ntwo\n", in: trial.store())
      let record = try trial.store().open(session)
      try record.replace(with: "another\n")
      trial.expect(try record.text(), is: "another\n", "the open record")
      try record.append("line\n", isDurable: true)
      try record.replace(with: "third\n")
      trial.expect("opening it, replaced", failsWith: .inUse) {
        try trial.store().open(session).close()
      }
      record.close()
      try trial.add("line\n", to: session, in: trial.store())
      trial.expect(try trial.text(of: session), is: "third\nline\n", "the record")
      trial.expect(try trial.store().sessions().count == 1, "lists what was set aside")
      guard let setAside = trial.subject.setAside else { return }
      let old = try setAside(trial.folder, session)
      trial.expect(old == ["one\ntwo\n", "another\nline\n"], "set aside was \(old)")
    },

    Check("replaces what was never durable, durably") { trial in
      let session = UUID()
      let record = try trial.store().begin(session)
      try record.append("one\n", isDurable: false)
      try record.replace(with: "another\n")
      record.close()
      trial.expect(try trial.text(of: session), is: "another\n", "the record")
    },

    Check("takes nothing once it is closed") { trial in
      let session = UUID()
      let record = try trial.store().begin(session)
      try record.append("one\n", isDurable: true)
      record.close()
      record.close()
      trial.expect("adding", failsWith: .closed) { try record.append("two\n", isDurable: true) }
      trial.expect("adding", failsWith: .closed) { try record.append("two\n", isDurable: false) }
      trial.expect("cutting", failsWith: .closed) { try record.cut(to: 0) }
      trial.expect("replacing", failsWith: .closed) { try record.replace(with: "two\n") }
      trial.expect("reading", failsWith: .closed) { _ = try record.contents() }
      trial.expect(try trial.text(of: session), is: "one\n", "the record")
    },

    Check("does not know what it never had") { trial in
      let store = try trial.store()
      trial.expect(try store.sessions().isEmpty, "a new store lists sessions")
      trial.expect("opening", failsWith: .notFound) { try store.open(UUID()).close() }
      trial.expect("removing", failsWith: .notFound) { try store.remove(UUID()) }
      try trial.keep(StoreTrial.lines, in: store)
      trial.expect("opening another", failsWith: .notFound) { try store.open(UUID()).close() }
      trial.expect("removing another", failsWith: .notFound) { try store.remove(UUID()) }
      trial.expect(try store.sessions().count == 1, "lost the session it has")
    },

    Check("forgets a session that is removed") { trial in
      let store = try trial.store()
      let other = try trial.keep("other\n", in: store)
      let session = try trial.keep("one\n", in: store)
      let record = try store.open(session)
      try record.replace(with: "two\n")
      record.close()
      try store.remove(session)
      trial.expect("opening it", failsWith: .notFound) { try trial.store().open(session).close() }
      trial.expect("removing it again", failsWith: .notFound) { try store.remove(session) }
      trial.expect(try store.sessions().map(\.id) == [other], "the list is not of the other alone")
      if let setAside = trial.subject.setAside {
        trial.expect(try setAside(trial.folder, session).isEmpty, "what was set aside is there")
      }
      try trial.keep("anew\n", of: session, in: store)
      trial.expect(try trial.text(of: session), is: "anew\n", "begun anew, the record")
    },
  ]
}
