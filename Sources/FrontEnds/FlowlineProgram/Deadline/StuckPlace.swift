import Flowline
import FlowlineTerminal

/// A place that a session does not get past.
enum StuckPlace: Hashable, Sendable {
  /// A commit is being carried out, and others beside it: whether they are done is not known.
  case commit(StepPath, beside: [StepPath])
  /// A load is under way.
  case load(StepPath)
  /// The answer to a step is being checked outside.
  case check(StepPath)
  /// The flow's own code runs; this is the last step that the session was seen at.
  case code(behind: StepPath)

  /// What is under way, or else the last step that the session was seen at.
  var path: StepPath {
    switch self {
    case .commit(let path, beside: _), .load(let path), .check(let path), .code(behind: let path):
      path
    }
  }

  /// What is under way there; nil if the flow's own code is.
  var effect: FlowInspection.Effect.Kind? {
    switch self {
    case .commit: .commit
    case .load: .load
    case .check: .check
    case .code: nil
    }
  }

  /// Where it is and what to do, for people.
  func text(_ words: Words) -> String {
    let path = TextArgument.string(path.description)
    switch self {
    case .commit(let first, beside: let others):
      let paths = TextArgument.string(StepPath.list([first] + others))
      return words("stuck.commit", paths) + " " + words("stuck.remedy.commit")
    case .load: return words("stuck.load", path) + " " + words("stuck.remedy.load")
    case .check: return words("stuck.check", path) + " " + words("stuck.remedy.load")
    case .code: return words("stuck.flow", path) + " " + words("stuck.remedy")
    }
  }
}

extension StepPath {
  /// Paths one after the other, for people.
  static func list(_ paths: [StepPath]) -> String {
    paths.map(\.description).joined(separator: ", ")
  }
}
