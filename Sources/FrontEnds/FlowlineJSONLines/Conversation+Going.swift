import Flowline
import FlowlineMessages

/// Going back to a step by its name.
extension Conversation {
  func goBack(to step: String) throws(RequestFault) {
    settle()
    let reception = controller.back(to: GivenAnswer.path(step) ?? [])
    if case .refused(let refusal) = reception, [.notAnswered, .notRunning].contains(refusal.code) {
      let known = controller.legalInputs.changeable.map(\.path.description).joined(separator: ", ")
      throw RequestFault(
        expected: known.isEmpty
          ? "a step that was answered; none can be gone back to"
          : "a step that can be gone back to: \(known)",
        got: step)
    }
    tell(reception, of: "back")
  }
}
