import Synchronization

/// Who is told what is to be shown, state by state.
struct StateFeeds {
  typealias Continuation = AsyncStream<FlowState>.Continuation

  /// Consumers that have left, until they are forgotten.
  ///
  /// A cancelled consumer reports it with its task's lock held, and the session's owner takes that lock
  /// to tell a state: leaving must not wait for the owner.
  final class Gone: Sendable {
    private let numbers = Mutex<[Int]>([])

    func add(_ number: Int) { numbers.withLock { $0.append(number) } }

    fileprivate func take() -> [Int] {
      numbers.withLock { numbers in
        defer { numbers = [] }
        return numbers
      }
    }
  }

  /// A consumer, with what it was told last.
  struct Feed {
    let continuation: Continuation
    var last: FlowState?
  }

  fileprivate var open: [Int: Feed] = [:]
  let gone = Gone()
  /// Those whose session has ended, until they are told.
  fileprivate(set) var ending: [Feed] = []
  @Boxed fileprivate var outcome: Outcome<JSONValue>?
  private var made = 0

  var isEmpty: Bool { open.isEmpty && ending.isEmpty }

  fileprivate mutating func forgetGone() {
    for number in gone.take() { open[number] = nil }
  }

  fileprivate mutating func add(_ continuation: Continuation) -> Int {
    forgetGone()
    made += 1
    open[made] = Feed(continuation: continuation)
    return made
  }

  /// The session that they are of has ended.
  mutating func end(_ outcome: Outcome<JSONValue>?) {
    guard !open.isEmpty else { return }
    ending = Array(open.values)
    open = [:]
    self.outcome = outcome
  }
}

extension Session {
  /// Adds a consumer, which is told at once how a session stands that runs.
  func addStates(_ continuation: StateFeeds.Continuation) -> Int {
    let number = states.add(continuation)
    if engine.isRunning { tell(state, to: number) }
    return number
  }

  /// Tells what has changed, now that nothing can run.
  ///
  /// What is about to be dismissed is not told as on show.
  func tellStates() {
    if case .dismiss? = inputs.first { return }
    endStates()
    states.forgetGone()
    guard !states.open.isEmpty, engine.isRunning else { return }
    let state = state
    for number in states.open.keys { tell(state, to: number) }
  }

  /// Tells the end of the last session.
  func endStates() {
    guard !states.ending.isEmpty else { return }
    // Taken out first: a stream that is finished calls back.
    let ending = states.ending
    states.ending = []
    if let outcome = states.outcome.take() {
      let last = FlowState(
        prompts: [], underWay: [], shown: shown.all.ranges.map { $0 }, places: openPlaces,
        outcome: outcome)
      for feed in ending { feed.continuation.yield(last) }
    }
    for feed in ending { feed.continuation.finish() }
  }

  /// The controller is released: consumers get no more states.
  func abandonStates() {
    states.end(nil)
    endStates()
  }

  private func tell(_ state: FlowState, to number: Int) {
    guard let feed = states.open[number], !(feed.last?.looksLike(state) ?? false) else { return }
    states.open[number]?.last = state
    feed.continuation.yield(state)
  }

  private var state: FlowState {
    FlowState(
      prompts: prompts, underWay: effects(at: MonotonicTime.now),
      shown: shown.all.ranges.map { $0 }, places: openPlaces, outcome: nil)
  }
}
