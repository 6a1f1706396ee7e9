import Flowline

/// What was done to the answers of a session, for taking it back and doing it again.
///
/// A value without a session: it is told which answers are valid after each thing that was done, an
/// answer, a step back or a leap to an earlier one, and says which should be valid after taking the
/// last of these back. Leading the session there is the walk's part, see ``move(from:to:)``.
struct AnswerUndo {
  /// The valid answers of one moment, the oldest first.
  typealias Standing = [RecordedAnswer]

  /// How many things can be taken back.
  static let depth = 200

  /// What is being led to.
  enum Direction: Equatable {
    case undo
    case redo
  }

  /// A moment, by what it differs in from the one next to it: nearly always by one answer, however
  /// many there are.
  private struct Difference {
    /// How many answers are the same in both, from the oldest on.
    let same: Int
    /// The answers behind those.
    let rest: [RecordedAnswer]

    /// The moment, told what the other one is.
    func standing(beside other: Standing) -> Standing { other.prefix(same) + rest }
  }

  /// The moments before, each as it differs from the one behind it; the last from the present.
  private var past: [Difference] = []
  private var present: Standing?
  /// The moments behind, each as it differs from the one before it; the last from the present.
  private var future: [Difference] = []
  /// Where the session is being led; nil if it is not.
  private(set) var direction: Direction?
  private var moves = 0
  /// The answers that stood when the person had to type a secret again on the way.
  private(set) var halted: Standing?

  /// The answers the session is being led to; nil if it is not.
  var goal: Standing? {
    guard let present else { return nil }
    return switch direction {
    case .undo: past.last?.standing(beside: present)
    case .redo: future.last?.standing(beside: present)
    case nil: nil
    }
  }

  /// Notes which answers are valid after something was done, or that nothing was.
  mutating func note(_ standing: Standing) {
    guard let before = present else {
      // Each answer of a session that is resumed was given by itself.
      past = standing.indices.suffix(Self.depth).map { Difference(same: $0, rest: []) }
      present = standing
      return
    }
    guard standing != before else { return }
    push(Self.difference(of: before, from: standing))
    present = standing
    // Who does by hand what could have been done again may go on doing so.
    let isDoneAgain = future.last?.standing(beside: before) == standing
    if isDoneAgain { future.removeLast() } else { future = [] }
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

  /// The next thing to do on the way to the goal; nil if the way there was lost, because the
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
    let left = present.map { Self.difference(of: $0, from: goal) }
    if direction == .undo {
      past.removeLast()
      if let left { future.append(left) }
    } else {
      future.removeLast()
      if let left { push(left) }
    }
    present = goal
    (direction, halted) = (nil, nil)
  }

  /// Notes that the goal cannot be reached, and which answers are valid instead.
  mutating func stop(at standing: Standing) {
    (direction, halted) = (nil, nil)
    note(standing)
  }

  private static func difference(of standing: Standing, from other: Standing) -> Difference {
    let same = zip(standing, other).prefix { $0 == $1 }.count
    return Difference(same: same, rest: Array(standing[same...]))
  }

  private mutating func push(_ moment: Difference) {
    past.append(moment)
    if past.count > Self.depth { past.removeFirst() }
  }
}

extension AnswerUndo {
  /// The next thing to do so that other answers are valid.
  enum Move: Equatable {
    /// Nothing: they are.
    case stay
    /// Go back to this answer, which is not to be kept.
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
