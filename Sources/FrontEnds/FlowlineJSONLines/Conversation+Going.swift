import Flowline

/// Going back to a step by its name.
extension Conversation {
  func goBack(to step: String) throws(RequestFault) {
    settle()
    let ids = GivenAnswer.path(step) ?? []
    let changeable = controller.legalInputs.changeable
    // Of several askings of a step the last is meant.
    guard
      let answer = changeable.last(where: {
        !ids.isEmpty && Array($0.path.ids.suffix(ids.count)) == ids
      })
    else {
      let known = changeable.map(\.path.description).joined(separator: ", ")
      throw RequestFault(
        expected: known.isEmpty
          ? "a step that was answered; none can be gone back to"
          : "a step that can be gone back to: \(known)",
        got: step)
    }
    tell(controller.back(to: answer), of: "back")
  }
}
