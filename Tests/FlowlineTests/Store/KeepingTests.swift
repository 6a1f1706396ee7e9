import FoundationEssentials
import TestSupport
import Testing

@testable import Flowline

/// How a session is kept while it runs, with a record that writes down every call: rules 13, 14, 16,
/// 17, 18, 22 and 24.
struct KeepingTests {
  private var catalog: FlowCatalog {
    var catalog = FlowCatalog()
    catalog.add(SumFlow(), summary: "Sums")
    return catalog
  }

  private func start(_ flow: some Flow, _ record: MemoryRecord) -> FlowController {
    let controller = FlowController()
    var options = SessionOptions.test
    options.record = record
    controller.start(flow, options)
    return controller
  }

  @Test func `a record that a running session is kept in is neither used twice nor closed`() throws
  {
    let record = MemoryRecord()
    let controller = start(ProductFlow(), record)
    var options = SessionOptions.test
    options.record = record
    #expect(controller.start(ProductFlow(), options).code == .alreadyRunning)
    let other = FlowController()
    #expect(other.start(ProductFlow(), options).code == .recordInUse)
    #expect(throws: ResumeFault.self) { try FlowCatalog().resume(record, in: other) }
    #expect(!record.isClosed)
    var whileClosing: Refusal.Code?
    record.onClose = { [options] in
      record.onClose = {}
      whileClosing = other.start(ProductFlow(), options).code
    }
    controller.answer("2")
    controller.answer("3")
    #expect(record.text.hasSuffix("finish 6\n"))
    #expect(record.isClosed)
    #expect(whileClosing == .recordInUse, "it is given up once it is closed")
    // Nobody has it any more.
    #expect(other.start(ProductFlow(), options).code == .recordHasContents)
  }

  @Test func `a record that begins with a byte-order mark is continued as it is, mark included`()
    throws
  {
    let record = MemoryRecord()
    let controller = start(ProductFlow(), record)
    controller.answer("2")
    controller.unload()
    let marked = record.reopened()
    marked.text = "\u{FEFF}\(record.text)answer ri"
    var catalog = FlowCatalog()
    catalog.add(ProductFlow(), summary: "Multiplies")
    let next = FlowController()
    try catalog.resume(marked, in: next)
    next.answer("3")
    #expect(next.journal.entries.last?.text == "finish 6")
    #expect(marked.text == "\u{FEFF}\(next.journal.text)")
    #expect(marked.text.utf8.starts(with: [0xEF, 0xBB, 0xBF]))
    #expect(marked.setAside.isEmpty, "nothing was replaced")
  }

  @Test func `rule 13: an answer is durable before the next prompt shows`() {
    let record = MemoryRecord()
    let presenter = RecordingPresenter()
    let controller = FlowController(presenter: presenter)
    record.onSync = { presenter.log.add("durable \($0.split(separator: "\n").last ?? "")") }
    var options = SessionOptions.test
    options.record = record
    controller.start(ProductFlow(), options)
    #expect(record.syncs == 0)
    controller.answer("2")
    controller.answer("3")
    #expect(
      presenter.log.all.filter { !$0.hasPrefix("dismiss") } == [
        "present 0 product/left", "durable show right number", "present 1 product/right",
        "durable finish 6", "ended finished 6",
      ])
    #expect(record.syncs == 2, "one an answer")
    #expect(record.text == controller.journal.text)
    #expect(record.isClosed)
  }

  @Test
  func `rule 13: a commit's intent is durable before it runs, its reply before the flow sees it`() {
    let record = MemoryRecord()
    let log = Log()
    let flow = ClosureFlow("pay") { context in
      let paid = try await context.commit("pay") { key in
        log.add("paying, durable: \(record.durable.contains("commit pay \"\(key)\""))")
        return 7
      }
      log.add("paid, durable: \(record.durable.contains("done pay 7"))")
      return paid
    }
    let controller = start(flow, record)
    controller.waitUntilSettled()
    #expect(log.all == ["paying, durable: true", "paid, durable: true"])
    #expect(record.durable.hasSuffix("finish 7\n"))
  }

  @Test func `rule 13: a child's end is durable before its handler is told`() {
    let record = MemoryRecord()
    let log = Log()
    let flow = ClosureFlow("outer") { context in
      _ = try await context.run(
        ProductFlow(),
        handler: FlowHandler { outcome, _ in
          log.add("\(outcome.short), durable: \(record.durable.contains("leave product 6"))")
        })
      return try await context.run(ask())
    }
    let controller = start(flow, record)
    controller.answer("2")
    controller.answer("3")
    #expect(log.all == ["finished 6, durable: true"])
  }

  @Test func `rule 24: an answer that cannot be kept is refused, and the session is held`() {
    let record = MemoryRecord()
    let presenter = RecordingPresenter()
    let controller = FlowController(presenter: presenter)
    var options = SessionOptions.test
    options.record = record
    let log = Log()
    controller.start(SumFlow(), options, handler: log.handler("sum"))
    #expect(controller.answer("1") == .accepted)
    let durable = record.durable
    record.failure = StoreFailure(.noSpace, at: "here", "No space left on device")
    #expect(controller.answer("2").code == .notKept)
    #expect(record.durable == durable)
    #expect(log.all == ["sum started"], "no end is told")
    #expect(!presenter.log.all.contains { $0.contains("right") }, "nothing may follow from it")
    #expect(controller.prompt?.hold?.isStore == true)
    #expect(controller.back().code == .notKept)
    // Tried again in vain, and then with room.
    #expect(controller.answer("again").code == .notKept)
    #expect(controller.prompt?.hold?.isStore == true)
    record.failure = nil
    #expect(controller.answer("again") == .accepted)
    #expect(controller.prompt?.id == "right")
    #expect(record.durable == controller.journal.text)
    #expect(presenter.log.all.last == "present 2 sum/product/right")
    controller.terminate()
    expectClean(controller)
  }

  @Test func `rule 24: what is asked for while the store has failed is not taken`() {
    let record = MemoryRecord()
    let controller = start(ProductFlow(), record)
    record.failure = StoreFailure(.noSpace, at: "here", "No space left on device")
    #expect(controller.answer("2").code == .notKept)
    #expect(controller.speak("ru").code == .notKept)
    #expect(controller.cancel().code == .notKept)
  }

  @Test func `an answer that is kept is accepted, whatever cannot be kept of what follows`() {
    let record = MemoryRecord()
    let flow = ClosureFlow("pay") { context in
      let amount = try await context.run(ask())
      return try await context.commit("pay") { _ in
        record.failure = StoreFailure(.noSpace, at: "here", "No space left on device")
        return amount
      }
    }
    let controller = start(flow, record)
    #expect(controller.answer("2") == .accepted)
    #expect(record.durable.contains("commit pay") && !record.durable.contains("done pay"))
    #expect(controller.prompt?.hold?.isStore == true)
    #expect(controller.answer("again").code == .notKept)
    record.failure = nil
    #expect(controller.answer("again") == .accepted)
    #expect(record.durable == controller.journal.text)
  }

  @Test
  func `rule 24: a session whose answer cannot be kept can be left, and nobody is told an end`() {
    let record = MemoryRecord()
    let presenter = RecordingPresenter()
    let controller = FlowController(presenter: presenter)
    var options = SessionOptions.test
    options.record = record
    let log = Log()
    controller.start(SumFlow(), options, handler: log.handler("sum"))
    controller.answer("1")
    let durable = record.durable
    record.failure = StoreFailure(.noSpace, at: "here", "No space left on device")
    controller.answer("2")
    #expect(controller.answer("later") == .accepted)
    #expect(log.all == ["sum started"])
    #expect(controller.inspection.state == .ended && controller.prompt == nil)
    #expect(!presenter.log.all.contains { $0.hasPrefix("dismiss") || $0.hasPrefix("ended") })
    #expect(record.durable == durable && record.isClosed)
    expectClean(controller)
  }

  @Test func `rule 24: a session that is given up, which cannot be kept, can be left`() {
    struct Lost: Error {}
    let record = MemoryRecord()
    let log = Log()
    let flow = ClosureFlow("pay") { context in
      try await context.commit("pay") { _ -> Int in throw Lost() }
    }
    let controller = FlowController()
    var options = SessionOptions.test
    options.record = record
    controller.start(flow, options, handler: log.handler("pay"))
    controller.waitUntilSettled()
    #expect(controller.prompt?.hold?.mayHaveBeenDone == true)
    let durable = record.durable
    record.failure = StoreFailure(.noSpace, at: "here", "No space left on device")
    #expect(controller.answer("give-up").code == .notKept)
    #expect(controller.answer("later") == .accepted)
    #expect(log.all == ["pay started"])
    #expect(controller.inspection.state == .ended && controller.prompt == nil)
    #expect(record.durable == durable && record.isClosed)
    expectClean(controller)
  }

  @Test
  func `rule 24: a commit whose intent cannot be kept does not run`() throws {
    let record = MemoryRecord()
    let log = Log()
    let flow = ClosureFlow("pay") { context in
      _ = try await context.run(ask())
      record.failure = StoreFailure(.notSynced, at: "here", "Input/output error")
      return try await context.commit("pay") { _ in
        log.add("paid")
        return 7
      }
    }
    let controller = FlowController()
    var options = SessionOptions.test
    options.record = record
    controller.start(flow, options, handler: log.handler("pay"))
    controller.answer("1")
    controller.waitUntilSettled()
    #expect(log.all == ["pay started"])
    #expect(controller.prompt?.hold?.isStore == true)
    record.failure = nil
    controller.answer("again")
    controller.waitUntilSettled()
    #expect(log.all == ["pay started", "paid", "pay finished 7"])
  }

  @Test
  func `rule 14: a commit whose reply cannot be kept is repeated with its key when resumed`() throws
  {
    let record = MemoryRecord()
    let log = Log()
    let fails = Box<Bool>()
    let flow = ClosureFlow("pay") { context in
      try await context.commit("pay") { key in
        log.add("\(key)")
        if fails.value == true {
          record.failure = StoreFailure(.notSynced, at: "here", "Input/output error")
        }
        return 7
      }
    }
    fails.value = true
    let controller = start(flow, record)
    controller.waitUntilSettled()
    #expect(!record.durable.contains("done"))
    fails.value = false
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "Pays")
    let second = FlowController()
    try catalog.resume(record.reopened(), in: second, handler: log.handler("pay"))
    second.waitUntilSettled()
    #expect(log.all.count == 4 && log.all[0] == log.all[2], "\(log.all)")
    #expect(log.all.last == "pay finished integer(7)")
  }

  @Test func `rule 17: a session resumed at any moment leaves the record of an undisturbed one`()
    throws
  {
    let inputs: [(FlowController) -> Void] = [
      { $0.answer("12") }, { $0.answer("2") }, { $0.answer("3") }, { $0.back() },
      { $0.answer("7") }, { $0.answer("4") }, { $0.answer("maybe") }, { $0.answer("да") },
    ]
    let undisturbed = MemoryRecord()
    let whole = start(SumFlow(), undisturbed)
    for input in inputs {
      input(whole)
      whole.waitUntilSettled()
    }
    #expect(undisturbed.text.contains("finish"))
    for stop in 0..<inputs.count {
      let record = MemoryRecord()
      var controller = start(SumFlow(), record)
      for (index, input) in inputs.enumerated() {
        if index == stop {
          controller.terminate()
          // Nothing was kept of a session that nobody answered: it is begun anew.
          guard !record.text.isEmpty else {
            controller = start(SumFlow(), record.reopened())
            input(controller)
            continue
          }
          controller = FlowController()
          try catalog.resume(record.reopened(), in: controller)
          controller.waitUntilSettled()
        }
        input(controller)
        controller.waitUntilSettled()
      }
      #expect(record.latest.text == undisturbed.text, "stopped before input \(stop)")
      #expect(record.latest.setAside.isEmpty)
    }
  }

  @Test func `rule 18: a torn last line is cut off, with a note`() throws {
    let record = MemoryRecord()
    let controller = start(SumFlow(), record)
    controller.answer("1")
    controller.answer("2")
    controller.terminate()
    let whole = record.text
    record.text += "answer righ"
    let second = FlowController()
    var notes: [Script.Note] = []
    try catalog.resume(record.reopened(), in: second, note: { notes.append($0) })
    #expect(notes.count == 1)
    #expect(record.latest.text == whole)
    #expect(second.prompt?.id == "right")
  }

  @Test func `rule 18: a record that is damaged elsewhere is refused and left as it is`() throws {
    let record = MemoryRecord()
    record.text = "flow sum 1\n\nanswer first 1\nansw"
    record.text += "er left\nshow right number\n"
    let before = record.text
    #expect {
      try catalog.resume(record, in: FlowController())
    } throws: { error in
      if case ResumeFault.damaged(let fault) = error { fault.line == 4 } else { false }
    }
    #expect(record.text == before && record.isClosed)
  }

  @Test func `rule 22: a secret is asked again when a session is resumed, and never kept`() throws {
    let flow = ClosureFlow("secrets") { context in
      let pin = try await context.run(TextScreen("pin", "PIN?").sensitive())
      let name = try await context.run(TextScreen("name", "Name?"))
      return pin.reveal() == "0451" ? name : "wrong"
    }
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "Asks")
    let record = MemoryRecord()
    let controller = start(flow, record)
    controller.answer("0451")
    controller.terminate()
    let kept = record.text
    #expect(!kept.contains("0451") && kept.contains("answer pin {\"redacted\":true}"))
    let second = FlowController()
    let log = Log()
    try catalog.resume(record.reopened(), in: second, handler: log.handler("secrets"))
    #expect(second.prompt?.id == "pin")
    second.answer("0451")
    #expect(record.latest.text == kept, "what was recorded is not recorded twice")
    #expect(second.prompt?.id == "name")
    second.answer("Ada")
    #expect(log.all.last == #"secrets finished string("Ada")"#)
    #expect(!record.latest.text.contains("0451"))
  }
}
