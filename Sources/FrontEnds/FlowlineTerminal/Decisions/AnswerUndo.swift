import Flowline

/// What was done to the answers of a session, for taking it back and doing it again.
///
/// A value without a session: it is told which answers stand after each thing that was done, an
/// answer, a step back or a leap to an earlier one, and says which should stand after taking the
/// last of these back. Leading the session there is the walk's part, see ``move(from:to:)``.
struct AnswerUndo {
  /// The answers that stand at one moment, the oldest first.
  typealias Standing = [RecordedAnswer]

  /// How many things can be taken back.
  static let depth = 200

  /// What is being led to.
  enum Direction: Equatable {
    case undo
    case redo
  }

  private var past: [Standing] = []
  private var present: Standing?
  private var future: [Standing] = []
  /// Where the session is being led; nothing where it is not.
  private(set) var direction: Direction?
  private var moves = 0
  /// The answers that stood when the person had to type a secret again on the way.
  private(set) var halted: Standing?

  /// The answers the session is being led to; nothing where it is not.
  var goal: Standing? {
    switch direction {
    case .undo: past.last
    case .redo: future.last
    case nil: nil
    }
  }

  /// Notes what stands after something was done, or that nothing was.
  mutating func note(_ standing: Standing) {
    guard let before = present else {
      // Each answer of a session that is gone on with was given by itself.
      past = standing.indices.suffix(Self.depth).map { Array(standing[..<$0]) }
      present = standing
      return
    }
    guard standing != before else { return }
    push(before)
    present = standing
    // Who does by hand what could have been done again may go on doing so.
    if future.last == standing { future.removeLast() } else { future = [] }
  }

  /// Begins to take back or to do again; false where there is nothing.
  mutating func begin(_ direction: Direction) -> Bool {
    self.direction = direction
    moves = 0
    guard goal != nil else {
      self.direction = nil
      return false
    }
    return true
  }

  /// The next thing to do on the way to the goal; nothing where the way there was lost, because the
  /// session does something else with the answers than before.
  mutating func nextMove(from standing: Standing) -> Move? {
    guard let goal else { return nil }
    moves += 1
    return moves <= 2 * goal.count + 2 ? Self.move(from: standing, to: goal) : nil
  }

  /// Notes that a secret must be typed before the session can be led on.
  mutating func halt(at standing: Standing) { halted = standing }

  /// Whether the session can be led on: it never had to stop, or the secret was typed.
  mutating func goesOn(from standing: Standing) -> Bool {
    guard let before = halted, let goal else { return direction != nil }
    guard standing != before else { return false }
    halted = nil
    // Anything else that was done since is what the person wants now.
    if standing.count > before.count, standing.starts(with: before),
      goal.prefix(before.count + 1) == standing.prefix(before.count + 1)
    {
      return true
    }
    stop(at: standing)
    return false
  }

  /// Notes that the goal is reached.
  mutating func reach() {
    guard let goal else { return }
    if let present {
      if direction == .undo { future.append(present) } else { push(present) }
    }
    if direction == .undo { past.removeLast() } else { future.removeLast() }
    present = goal
    (direction, halted) = (nil, nil)
  }

  /// Notes that the goal cannot be reached, and what stands instead.
  mutating func stop(at standing: Standing) {
    (direction, halted) = (nil, nil)
    note(standing)
  }

  private mutating func push(_ standing: Standing) {
    past.append(standing)
    if past.count > Self.depth { past.removeFirst() }
  }
}

extension AnswerUndo {
  /// The next thing to do so that other answers stand.
  enum Move: Equatable {
    /// Nothing: they stand.
    case stay
    /// Go back to this answer, which is not to stand.
    case back(to: RecordedAnswer)
    /// Give this answer.
    case answer(RecordedAnswer)
  }

  /// The next thing to do.
  ///
  /// What agrees is left alone, and each answer that is given makes one more agree: a goal is
  /// reached with as many answers, and as many steps back, as it has answers.
  static func move(from standing: Standing, to goal: Standing) -> Move {
    let agreeing = zip(standing, goal).prefix { $0 == $1 }.count
    if agreeing < standing.count { return .back(to: standing[agreeing]) }
    return agreeing < goal.count ? .answer(goal[agreeing]) : .stay
  }
}
