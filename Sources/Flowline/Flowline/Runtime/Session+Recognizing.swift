/// Finding answers in the journal that a session is rebuilt from: the same command line again, with more
/// answers, is no mistake.
extension Session {
  /// Answers that are looked for in the journal.
  struct Recognition: Hashable, Sendable {
    let sought: [GivenAnswer]
    var found: [GivenAnswer] = []
  }

  /// Notes which of the answers that are looked for say what the journal has.
  @inline(never)
  func recognize<Asked: Screen>(
    _ recorded: JSONValue, of screen: Asked, in frame: FrameID
  ) {
    let path = engine.tree.path(of: frame.branch).ids
    for given in recognition?.sought ?? []
    where !given.path.isEmpty && path.suffix(given.path.count) == given.path[...] {
      guard case .success(let read) = screen.read(screen.effective(given.answer), in: environment),
        forms.guarded(read.recorded) == recorded
      else { continue }
      recognition?.found.append(given)
    }
  }
}
