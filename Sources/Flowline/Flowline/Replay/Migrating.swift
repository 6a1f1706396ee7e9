/// What a migration does to a record, as data.
enum ReplayEdit: Hashable, Sendable {
  case rename(at: Int, to: StepID)
  case replace(at: Int, with: JSONValue)
  case drop(at: Int)
  /// A question is newer than the journal, and taken to have been answered like this.
  case insert(StepID, in: FrameRef, answer: JSONValue)
}

extension ReplayCursor {
  /// Reads what an older version of a flow recorded as the newer one would have.
  ///
  /// Migrations are authors' code: they are asked here, and what they say is carried out by
  /// ``apply(_:)``, where nothing else is being changed.
  mutating func migrate(_ migrations: [Migration], of frame: FrameRef, from recorded: Int) {
    let migrations = migrations.filter { $0.version >= recorded }.sorted { $0.version < $1.version }
    for migration in migrations {
      for change in migration.changes { apply(edits(for: change, of: frame)) }
    }
  }

  private func edits(for change: Migration.Change, of frame: FrameRef) -> [ReplayEdit] {
    if case .insert(let answer) = change.kind {
      return [.insert(change.step, in: frame, answer: answer)]
    }
    return indices(of: change.step, in: frame).compactMap { index in
      let verb = entries[index].verb
      switch change.kind {
      case .rename(let other): return .rename(at: index, to: other)
      case .change(let transform):
        guard [.answer, .load, .done].contains(verb), let value = entries[index].payload.json,
          value != .redactionMark
        else { return nil }
        if let changed = transform(value) { return .replace(at: index, with: changed) }
        return verb == .done ? nil : .drop(at: index)
      case .remove:
        // What was written outside cannot be unwritten by forgetting it.
        return [.answer, .load, .wait, .refuse, .show].contains(verb) ? .drop(at: index) : nil
      case .insert: return nil
      }
    }
  }
}
