/// What observers are to be told, in order.
///
/// Its numbers go on counting in one controller.
struct EventBuffer: Hashable, Sendable {
  /// Whether somebody wants to know.
  var isKept = false
  /// Whether a journal is being replayed and nothing has happened yet that was not in it.
  var isRebuilding = false
  private var news: [FlowEvent] = []
  private var sequence = 0

  var hasNews: Bool { !news.isEmpty }

  mutating func add(_ kind: FlowEvent.Kind, at path: StepPath, of head: Journal.Head) {
    sequence += 1
    news.append(FlowEvent(sequence: sequence, session: head.session, path: path, kind: kind))
  }

  mutating func take() -> [FlowEvent] {
    defer { news = [] }
    return news
  }
}
