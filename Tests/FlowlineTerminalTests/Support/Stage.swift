import Flowline
import FoundationEssentials
import FoundationInternationalization
import Testing

@testable import FlowlineTerminal

/// A surface that keeps what is shown, and the walks of a test on it.
final class Stage {
  var messages: [String] = []
  var results: [String] = []
  var columns = 60
  var rows = 24
  let look: Look
  let environment: FlowEnvironment
  let histories = PromptHistories(directory: nil)
  /// What the surfaces of this stage share.
  var shared: WalkSettings { surface.settings }

  init(_ language: String = "en", look: Look = .bare) throws {
    self.look = look
    environment = try Stage.environment(language)
  }

  static func environment(_ language: String) throws -> FlowEnvironment {
    FlowEnvironment(
      locale: Locale(identifier: language == "ru" ? "ru_RU" : "en_GB"),
      timeZone: try #require(TimeZone(identifier: "Europe/London")),
      now: Date(timeIntervalSince1970: 1_795_176_000))
  }

  private(set) lazy var surface = Surface(
    look: look, message: { [self] in messages += $0.split(separator: "\n").map(String.init) },
    result: { [self] in results.append($0) }, columns: { [self] in columns },
    rows: { [self] in rows })

  var words: Words { Words(environment) }
  var renderer: PromptRenderer { PromptRenderer(look: look, words: words, columns: columns) }

  /// Walks through a flow with these events.
  func walk(
    _ flow: some Flow, _ events: LineEvent..., from source: (any LineReader)? = nil,
    mode: WalkMode = WalkMode(), answers: [(String, Answer)] = [],
    recorder: Recorder? = nil, clock: (() -> Int)? = nil
  ) throws -> WalkReport {
    var prepared = PreparedAnswers()
    for (step, answer) in answers { prepared.add(answer, for: step) }
    let walk = Walk(
      on: surface, from: source ?? ScriptedSource(events), in: environment,
      histories: histories, mode: mode, answers: prepared, recorder: recorder, wake: {},
      clock: clock)
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "")
    return try walk.run(try #require(catalog[flow.id]))
  }

  /// Walks through a flow with the lines that somebody types who sees the session at each question.
  ///
  /// The source has what was offered for editing.
  @discardableResult
  func walk(
    _ flow: some Flow, from source: ThinkingSource = ThinkingSource(),
    mode: WalkMode = WalkMode(),
    _ next: @escaping (_ controller: FlowController, _ round: Int) -> LineEvent
  ) throws -> WalkReport {
    let walk = Walk(
      on: surface, from: source, in: environment, histories: histories, mode: mode, wake: {})
    source.next = { next(walk.controller, $0) }
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "")
    defer { source.next = { _ in .endOfInput } }
    return try walk.run(try #require(catalog[flow.id]))
  }

  /// What was shown since this was asked last.
  func takeMessages() -> [String] {
    defer { messages = [] }
    return messages
  }
}

extension Look {
  static let bare = Look(usesColor: false, usesUnicode: true, isPlain: false)
  static let colored = Look(usesColor: true, usesUnicode: true, isPlain: false)
  static let ascii = Look(usesColor: false, usesUnicode: false, isPlain: false)
  static let plain = Look(usesColor: true, usesUnicode: true, isPlain: true)
}
