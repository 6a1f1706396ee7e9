/// Taking the starts of flows that a journal has.
extension ReplayCursor {
  /// The start of a flow in the record.
  struct Entering: Hashable {
    let ref: FrameRef
    /// The presentation it came at; nil if that is not known.
    let presentation: Int?
    /// The version of the flow that recorded it.
    let version: Int
    /// Whether a migration gave the flow its name: under the one before, its versions counted otherwise.
    let isRenamed: Bool

    /// How old the record of the flow is.
    ///
    /// - Parameter known: the version that the program has of the flow.
    func age(for known: Int) -> Age {
      if version < known { return .older(version) }
      return version == known || isRenamed ? .same : .newer(version)
    }
  }

  /// How old the record of a flow is for a program: it is migrated, replayed or refused.
  enum Age: Hashable {
    case older(Int)
    case same
    case newer(Int)
  }

  /// Takes the start of a child flow, and the presentation it came at if that is known.
  ///
  /// A step whose own entry is next is a screen or an effect and has none, which spares a search;
  /// so is one whose own entry comes before a start of its name.
  mutating func takeEntering(_ id: StepID, in frame: FrameRef) -> Entering? {
    guard !isAtEnd else { return nil }
    if entries[cursor].verb.isInput, entries[cursor].verb != .cancel, entries[cursor].id == id {
      return nil
    }
    if entries[cursor].verb != .enter || entries[cursor].id != id,
      let start = first([.enter], for: id, in: frame),
      let own = first([.answer, .load, .commit, .fail, .wait], for: id, in: frame), own < start
    {
      return nil
    }
    return takeFirst(.enter, or: nil, for: id, in: frame).map { entering(at: $0) }
  }

  private func entering(at index: Int) -> Entering {
    let presentation = Int(entries[index].presentation)
    return Entering(
      ref: .entered(at: index), presentation: presentation < 0 ? nil : presentation,
      version: entries[index].enteredVersion, isRenamed: isRenamed.contains(index))
  }

  /// Takes the starts of children at once, in one go.
  ///
  /// The line above each tells its branch; a flow of the same name that was run alone has another.
  ///
  /// - Parameters:
  ///   - ids: the ids of the children.
  ///   - frame: the flow that runs them.
  ///   - path: the ids below the root down to the flow that runs them.
  /// - Returns: each start by the child's id; those that the journal does not have are left out.
  mutating func takeEnterings(
    of ids: Set<StepID>, in frame: FrameRef, below path: [StepID]
  ) -> [StepID: Entering] {
    var found: [StepID: Entering] = [:]
    var index = cursor
    while index < entries.count, found.count < ids.count {
      let entry = entries[index]
      if entry.verb == .enter, !isTaken(index), !entry.isUndone, ids.contains(entry.id),
        fits(entry, in: frame), found[entry.id] == nil, index > 0, entries[index - 1].verb == .at,
        entries[index - 1].branchPath == path + [entry.id]
      {
        take(at: index)
        found[entry.id] = entering(at: index)
      }
      index += 1
    }
    return found
  }
}
