import Testing

@testable import Flowline

/// An engine with the least shell around it: no bodies, no concurrency.
///
/// What is due is taken at once.
struct BareSession {
  var engine: Engine
  /// The root's frame, once it runs.
  private(set) var root = FrameID(branch: .trunk, number: 0)
  /// What was due, in order.
  private(set) var dues: [Due] = []

  static let head = Journal.Head(
    flow: "root", version: 1, session: .nilUUID, environment: .test)

  init(replaying replay: ReplayCursor = ReplayCursor()) {
    engine = Engine(head: Self.head)
    engine.startAnew(head: Self.head, replaying: replay)
  }

  mutating func start() {
    engine.starting()
    run()
  }

  /// The same session in another process: what was told is read, and its body runs again.
  func resumed() throws -> BareSession {
    let journal = try Script(parsing: engine.told.text).journal(or: .test)
    var again = BareSession(replaying: ReplayCursor(journal.entries))
    again.start()
    return again
  }

  /// Takes all that is due, as a shell without stores or observers does.
  mutating func run() {
    while true {
      let due = engine.takeDue()
      switch due {
      case .nothing: return
      case .begin: root = engine.rerun(title: "root", steps: nil)
      case .end: engine.endWasTold()
      case .write:
        _ = engine.handedToStore()
        engine.kept()
      case .tellObservers: _ = engine.events?.take()
      default: break
      }
      dues.append(due)
    }
  }

  mutating func enter(_ id: StepID, in parent: FrameID) -> FrameID {
    guard case .run(let entered) = engine.entered(id, version: 1, title: "", in: parent) else {
      Issue.record("\(id) was not entered")
      return parent
    }
    return entered.frame
  }

  /// Enters a screen and asks its question.
  ///
  /// Returns what waits.
  @discardableResult
  mutating func ask(_ id: StepID, in parent: FrameID) -> WaitID? {
    let screen = enter(id, in: parent)
    guard case .put(.asked(let wait, _)) = engine.asked(in: screen, .number, isSensitive: false)
    else { return nil }
    return wait
  }

  /// Enters a screen whose answer the journal has, and leaves it.
  mutating func recall(_ id: StepID, in parent: FrameID) {
    let screen = enter(id, in: parent)
    guard case .recorded(let entry) = engine.asked(in: screen, .number, isSensitive: false) else {
      Issue.record("\(id) is not recorded")
      return
    }
    engine.recordedAnswerStands(entry, in: screen.branch, .number, isSkippedByBack: false)
    engine.leftScreen(screen)
  }

  /// Begins a commit, as far as it is handed to its owner.
  mutating func commit(
    _ id: StepID, of contents: JSONValue? = nil, in frame: FrameID
  ) -> Effect? {
    let start = engine.commitBegan(Engine.Write(id: id, contents: contents), in: frame)
    guard case .perform(let effect) = start else { return nil }
    run()
    return effect
  }

  /// Begins a load.
  mutating func load(_ id: StepID, in frame: FrameID) -> Effect? {
    guard case .perform(let effect) = engine.loadBegan(id, in: frame, isWhole: false) else {
      return nil
    }
    run()
    return effect
  }

  /// A body has ended.
  @discardableResult
  mutating func leave(_ frame: FrameID, _ end: Engine.BodyEnd) -> Engine.Leaving? {
    engine.left(frame, end)
  }

  /// Answers the question in the foreground, and leaves its screen.
  mutating func answer(_ value: JSONValue) {
    let branch = engine.tree.foreground
    guard let asked = engine.tree[branch].asked, let frame = engine.tree[branch].frames.last else {
      Issue.record("nothing is asked")
      return
    }
    let reading = Engine.Reading(recorded: value, typed: value)
    #expect(engine.answered(asked.wait, reading, .plain) == .taken)
    engine.leftScreen(frame.id)
  }
}
