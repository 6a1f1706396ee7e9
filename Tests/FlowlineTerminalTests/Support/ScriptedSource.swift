@testable import FlowlineTerminal

/// Gives the events of a test, one a read, and then the end of the input.
final class ScriptedSource: LineSource {
  private var events: [LineEvent]
  private let pauses: (Int?) -> WaitEvent
  /// What was asked for, in order.
  private(set) var requests: [LineRequest] = []
  /// How many of the requests were for something hidden.
  private(set) var hidden = 0
  var isGone: Bool

  init(
    _ events: [LineEvent], isGone: Bool = false,
    waiting pauses: @escaping (Int?) -> WaitEvent = { _ in .timedOut }
  ) {
    self.events = events
    self.isGone = isGone
    self.pauses = pauses
  }

  func readLine(_ request: LineRequest) -> LineEvent {
    requests.append(request)
    return events.isEmpty ? .endOfInput : events.removeFirst()
  }

  func readHiddenLine(_ request: LineRequest) -> LineEvent {
    hidden += 1
    return readLine(request)
  }

  func wait(milliseconds: Int?) -> WaitEvent { pauses(milliseconds) }
}

/// Gives what a test thinks of when it is asked, by the number of the question.
final class ThinkingSource: LineSource {
  var next: (Int) -> LineEvent = { _ in .endOfInput }
  private var round = 0

  var isGone: Bool { true }

  func readLine(_ request: LineRequest) -> LineEvent {
    defer { round += 1 }
    return next(round)
  }

  func readHiddenLine(_ request: LineRequest) -> LineEvent { readLine(request) }

  func wait(milliseconds: Int?) -> WaitEvent { .timedOut }
}

extension LineEvent: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self = .line(value) }
}
