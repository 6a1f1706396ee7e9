extension Journal {
  /// Whether a write has no answer: unless the session resumes, nobody knows whether it was carried out.
  package var hasWriteInDoubt: Bool {
    struct Write: Hashable {
      let id: StepID
      let frame: FrameRef
    }
    var open: Set<Write> = []
    for entry in entries {
      switch entry.verb {
      case .commit: open.insert(Write(id: entry.id, frame: entry.frame))
      case .done, .fail: open.remove(Write(id: entry.id, frame: entry.frame))
      default: break
      }
    }
    return !open.isEmpty
  }
}
