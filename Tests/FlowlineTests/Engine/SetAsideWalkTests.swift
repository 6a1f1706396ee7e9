import TestSupport
import Testing

@testable import Flowline

/// Sessions whose flow changes between one process and the next, against a plain model of what is set aside.
struct SetAsideWalkTests {
  private enum Step: Hashable {
    case ask(StepID)
    case write(StepID)

    var isWrite: Bool { if case .write = self { true } else { false } }
  }

  /// What each version of the flow is a part of: it has all its writes, and asks some of its questions.
  private static let whole: [Step] = [
    .ask("a"), .ask("b"), .write("pay"), .ask("c"), .write("pay"), .ask("d"), .ask("e"),
    .write("fee"), .write("pay"), .ask("f"), .write("pay"),
  ]

  @Test(arguments: 0..<8)
  func `rule 14: whatever changes, each write is sent once and each draft is the newest`(
    seed: Int
  ) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    var taken = 0
    for _ in 0..<40 {
      var walk = Walk()
      for _ in 0..<8 {
        let flow = Self.whole.filter {
          $0.isWrite || Int.random(in: 0..<3, using: &random) > 0
        }
        guard try walk.run(flow, &random) else { return }
      }
      taken += walk.taken
    }
    #expect(taken > 40, "walks that set no write aside prove little")
  }

  private struct Write: Equatable {
    let id: StepID
    /// Which of the writes of its step.
    let visit: Int
    let reply: Int
  }

  private enum Fact {
    case answer(StepID, Int)
    case write(Write)

    var isWrite: Bool { if case .write = self { true } else { false } }
  }

  /// What a session is to do.
  private struct Model {
    /// What the journal has that stands, in order.
    private(set) var record: [Fact] = []
    private var drafts: [StepID: [Int]] = [:]
    private var setAside: [Write] = []
    private var rest: [Fact] = []
    private var hasEffects = false

    mutating func begin(isRewound: Bool) {
      (rest, record) = (record, [])
      hasEffects = isRewound || rest.contains(where: \.isWrite)
    }

    /// The flow wants what is not next: all that is left is set aside.
    private mutating func endReplay() {
      var newer: [StepID: [Int]] = [:]
      for fact in rest {
        switch fact {
        case .answer(let id, let value): newer[id, default: []].append(value)
        case .write(let write): setAside.append(write)
        }
      }
      drafts.merge(newer) { older, newer in newer + older }
      rest = []
    }

    /// The recorded answer to a question; nil if a person is asked.
    mutating func ask(_ id: StepID) -> Int? {
      let place = rest.firstIndex {
        if case .answer(id, _) = $0 { true } else { false }
      }
      guard let place, case .answer(_, let value) = rest[place] else {
        endReplay()
        return nil
      }
      record.append(rest.remove(at: place))
      return value
    }

    func draft(of id: StepID) -> Int? { drafts[id]?.first }

    mutating func answered(_ id: StepID, _ value: Int) {
      if drafts[id]?.isEmpty == false { drafts[id]?.removeFirst() }
      record.append(.answer(id, value))
    }

    /// The write that was made before; nil if it is sent now.
    mutating func write(_ id: StepID) -> (write: Write, wasSetAside: Bool)? {
      let place = rest.firstIndex {
        if case .write(let write) = $0 { write.id == id } else { false }
      }
      if let place, case .write(let write) = rest[place] {
        record.append(rest.remove(at: place))
        return (write, false)
      }
      if hasEffects { endReplay() }
      let first = setAside.filter { $0.id == id }.min { $0.visit < $1.visit }
      guard let first else { return nil }
      setAside.removeAll { $0 == first }
      record.append(.write(first))
      return (first, true)
    }

    mutating func wrote(_ write: Write) { record.append(.write(write)) }

    /// Takes the last answer back, unless something was written since.
    mutating func goBack() -> Bool {
      guard case .answer(let id, let value)? = record.last else { return false }
      record.removeLast()
      drafts[id] = [value] + (drafts[id] ?? [])
      return true
    }

    /// The drafts as a session has them.
    var kept: [StepPath: [JSONValue]] {
      var kept: [StepPath: [JSONValue]] = [:]
      for (id, values) in drafts where !values.isEmpty {
        kept[StepPath(["root", id])] = values.map { JSONValue.integer(Int64($0)) }
      }
      return kept
    }
  }

  /// One session after another over one journal.
  private struct Walk {
    private var model = Model()
    private var text: String?
    private var sent: Set<IdempotencyKey> = []
    private var serial = 0
    /// How many writes were taken that had been set aside.
    private(set) var taken = 0

    /// Runs a version of the flow until the process ends.
    ///
    /// Returns whether all was as the model has it.
    mutating func run(_ flow: [Step], _ random: inout SeededNumbers) throws -> Bool {
      let journal = try text.map { try Script(parsing: $0).journal(or: .test) }
      var session = BareSession(replaying: ReplayCursor(journal?.entries ?? []))
      session.start()
      var isRewound = false
      while true {
        model.begin(isRewound: isRewound)
        guard let end = take(flow, in: &session, &random) else { return false }
        guard end == .rewound else { break }
        isRewound = true
      }
      let told = session.engine.told.text
      text = told
      let read = SetAside(
        try Script(parsing: told).journal(or: .test).entries, of: BareSession.head.flow)
      let live = session.engine.setAside
      #expect(live.drafts == model.kept, "\(told)")
      #expect(read.drafts == live.drafts, "\(told)")
      #expect(Set(read.commits) == Set(live.commits), "\(told)")
      return read.drafts == live.drafts && live.drafts == model.kept
        && Set(read.commits) == Set(live.commits)
    }

    private enum End { case rewound, crashed }

    /// Runs the flow's body once; nil if something was not as the model has it.
    private mutating func take(
      _ flow: [Step], in session: inout BareSession, _ random: inout SeededNumbers
    ) -> End? {
      var visits: [StepID: Int] = [:]
      // The last question is new each time, and nobody answers it.
      for step in flow + [.ask(StepID("end\(serial)"))] {
        serial += 1
        switch step {
        case .write(let id):
          visits[id, default: 0] += 1
          guard write(id, visits[id] ?? 0, in: &session) else { return nil }
        case .ask(let id):
          guard let isAsked = ask(id, in: &session) else { return nil }
          guard isAsked else { continue }
          let choice = Int.random(in: 0..<12, using: &random)
          if id.rawValue.hasPrefix("end") || choice == 0 { return .crashed }
          if choice < 4 {
            let isRewound = session.engine.wentBack() == .rewound
            guard isRewound == model.goBack() else {
              Issue.record("back from \(id): \(isRewound)\n\(session.engine.told.text)")
              return nil
            }
            if isRewound {
              session.run()
              return .rewound
            }
          }
          session.answer(.integer(Int64(serial)))
          model.answered(id, serial)
        }
      }
      return nil
    }

    /// Returns whether a person is asked; nil if that is not as the model has it.
    private mutating func ask(_ id: StepID, in session: inout BareSession) -> Bool? {
      let screen = session.enter(id, in: session.root)
      let expected = model.ask(id)
      let asking = session.engine.asked(in: screen, .number, isSensitive: false)
      switch (asking, expected) {
      case (.recorded(let entry), let value?)
      where entry.payload == .json(.integer(Int64(value))):
        session.engine.recordedAnswerStands(
          entry, in: screen.branch, .number, isSkippedByBack: false)
        session.engine.leftScreen(screen)
        return false
      case (.put(.asked(_, let draft)), nil)
      where draft == model.draft(of: id).map({ JSONValue.integer(Int64($0)) }):
        return true
      default:
        Issue.record(
          "\(id): \(asking), not \(String(describing: expected)) or \(String(describing: model.draft(of: id)))\n\(session.engine.told.text)"
        )
        return nil
      }
    }

    /// Returns whether it is sent, or was, as the model has it.
    private mutating func write(
      _ id: StepID, _ visit: Int, in session: inout BareSession
    ) -> Bool {
      let expected = model.write(id)
      let write = Engine.Write(id: id, contents: ["visit": .integer(Int64(visit))])
      let start = session.engine.commitBegan(write, in: session.root)
      switch (start, expected) {
      case (.reply(let reply), let known?)
      where known.write.visit == visit
        && reply.entry.payload == .json(.integer(Int64(known.write.reply))):
        _ = session.engine.replyStands(reply, in: .trunk)
        if known.wasSetAside { taken += 1 }
        return true
      case (.perform(let effect), nil):
        session.run()
        guard let key = effect.key, sent.insert(key).inserted else { break }
        session.engine.arrived(effect, .value(.json(.integer(Int64(serial)))))
        session.run()
        model.wrote(Write(id: id, visit: visit, reply: serial))
        return true
      default: break
      }
      Issue.record(
        "\(id) \(visit): \(start), not \(String(describing: expected))\n\(session.engine.told.text)"
      )
      return false
    }
  }
}
