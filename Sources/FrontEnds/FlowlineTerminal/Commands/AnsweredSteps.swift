import Flowline

/// The steps that were answered, and how a person names one of them.
struct AnsweredSteps {
  private struct Step {
    let answer: RecordedAnswer
    /// The ids below the root flow.
    let ids: [String]
    /// What the step and the flows around it are called.
    let trail: [String]

    /// The ids with the root flow's in front.
    var path: [String] { answer.path.ids.map { $0.rawValue.lowercased() } }
  }

  private let steps: [Step]

  /// - Parameter answers: the valid ones, each with its trail below the root flow, as far as that
  ///   is known.
  init(_ answers: [(answer: RecordedAnswer, trail: [String])]) {
    steps = answers.map { answer, trail in
      Step(
        answer: answer, ids: answer.path.ids.dropFirst().map { $0.rawValue.lowercased() },
        trail: trail.map { $0.lowercased() })
    }
  }

  var isEmpty: Bool { steps.isEmpty }

  /// What a name leads to.
  enum Finding: Equatable {
    case found(RecordedAnswer)
    /// It names several steps; these are their numbers.
    case ambiguous([Int])
    /// It names none; the nearest name, where one is near.
    case none(nearest: String?)
  }

  /// Finds a step by the number of its answer, its id, the end of its path, or its label.
  ///
  /// Of a step that was answered several times the last is meant.
  func find(_ name: String) -> Finding {
    let name = name.trimmingSpaces.lowercased()
    if Int(name) != nil {
      let number = TypedPlace(name)?.index
      return steps.first { $0.answer.number == number }.map { .found($0.answer) }
        ?? .none(nearest: nil)
    }
    let parts = name.split(separator: "/").map(String.init)
    let byID = steps.filter { !parts.isEmpty && $0.path.suffix(parts.count) == parts[...] }
    let found = byID.isEmpty ? steps.filter { $0.trail.last == name } : byID
    guard let last = found.last else {
      return .none(nearest: Nearest.word(to: name, among: names + labels))
    }
    let isOne = found.allSatisfy { $0.answer.path == last.answer.path }
    return isOne ? .found(last.answer) : .ambiguous(found.map { $0.answer.number + 1 })
  }

  /// The shortest name of each step that tells it from the others, in order.
  var names: [String] {
    var names: [String] = []
    for step in steps {
      let lengths = 1...max(step.ids.count, 1)
      let length = lengths.first { length in
        let end = step.ids.suffix(length)
        return steps.allSatisfy {
          $0.ids.suffix(length) != end || $0.answer.path == step.answer.path
        }
      }
      let name = step.ids.suffix(length ?? step.ids.count).joined(separator: "/")
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  private var labels: [String] { steps.compactMap(\.trail.last) }
}
