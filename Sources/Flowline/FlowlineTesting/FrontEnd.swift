import Flowline

/// A way to walk a flow: through a terminal, through a web page, through a pipe.
public struct FrontEnd: Sendable {
  /// The name it goes by in reports.
  public let name: String
  private let walk: @Sendable (Walk) async throws -> String

  /// Makes a front end of a closure that drives it.
  ///
  /// - Parameters:
  ///   - name: what issues call the front end.
  ///   - walk: starts the walk's flow with its options, does all its inputs in the front end's own
  ///     way, and returns the text of the journal that came of it.
  public init(_ name: String, walk: @escaping @Sendable (Walk) async throws -> String) {
    self.name = name
    self.walk = walk
  }

  /// Walks, and returns the text of the journal that came of it.
  ///
  /// - Parameter walk: what is done.
  /// - Returns: the journal as a script.
  /// - Throws: what the front end throws.
  public func script(of walk: Walk) async throws -> String {
    try await self.walk(walk)
  }

  /// No front end at all: the controller's own calls.
  ///
  /// Others are compared with this one.
  public static let direct = FrontEnd("direct") { walk in
    let controller = FlowController()
    guard let entry = try walk.catalog()[walk.flow] else {
      throw WalkFault("the catalogue has no flow \(walk.flow)")
    }
    try entry.start(in: controller, walk.options)
    controller.waitUntilSettled()
    for input in walk.inputs {
      switch input {
      case .answer(let step, let answer):
        guard let prompt = controller.prompt, prompt.id == step else {
          let asked = controller.prompt.map { "asks \($0.path)" } ?? "asks nothing"
          throw WalkFault("the walk answers \(step), but the flow \(asked)")
        }
        controller.answer(answer, to: prompt.presentation)
      case .page(let fields):
        if case .refused(let refusal) = controller.fill(fields) {
          throw WalkFault("the page is refused: \(refusal)")
        }
      case .back: controller.back()
      case .cancel: controller.cancel()
      case .gone: controller.gone()
      }
      controller.waitUntilSettled()
    }
    return controller.journal.text
  }
}
