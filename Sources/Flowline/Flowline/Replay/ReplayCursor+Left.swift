/// What of a journal its flow has not taken.
extension ReplayCursor {
  /// What was not taken and must not be lost, each with its step's path below the root.
  struct Left {
    var answers: [(path: [StepID], value: JSONValue)] = []
    /// Writes, each with its reply if it had one.
    var commits: [(path: [StepID], intent: JSONValue, reply: JournalEntry?)] = []
  }

  var left: Left {
    var left = Left()
    let indices = indicesLeft
    for index in indices {
      let entry = entries[index]
      switch entry.verb {
      case .answer: left.answers.append((entries.path(of: entry), entry.payload.json ?? .null))
      case .commit:
        let reply = indices.first {
          $0 > index && entries[$0].id == entry.id && entries[$0].frame == entry.frame
            && (entries[$0].verb == .done || entries[$0].verb == .fail)
        }
        left.commits.append(
          (entries.path(of: entry), entry.payload.json ?? .null, reply.map { entries[$0] }))
      default: break
      }
    }
    return left
  }

  /// Entries that feed the flow and were not taken.
  private var indicesLeft: [Int] {
    entries[min(cursor, entries.count)...].indices
      .filter { !isTaken($0) && !entries[$0].isUndone && entries[$0].isInput }
  }

  /// Whether nothing of the rest has to be taken.
  var isOnlyRemembered: Bool {
    entries[min(cursor, entries.count)...].indices.allSatisfy {
      isTaken($0) || entries[$0].isUndone || entries[$0].isRemark || entries[$0].verb == .at
    }
  }

  /// What is only remembered of the rest, in order, and whose it is.
  var remarksLeft: [JournalEntry] {
    var rest: [JournalEntry] = []
    for index in entries[min(cursor, entries.count)...].indices where !isTaken(index) {
      let entry = entries[index]
      guard entry.isUndone || entry.isRemark || entry.verb == .at else { continue }
      // Only the last telling of a branch before an entry counts.
      if rest.last?.isSwitch ?? false, entry.verb == .at { rest.removeLast() }
      rest.append(entry)
    }
    if rest.last?.isSwitch ?? false { rest.removeLast() }
    return rest
  }

  /// A flow by its name and the flow that runs it.
  struct Place: Hashable {
    let id: StepID
    let frame: FrameRef
  }

  /// The flows whose ends were not taken.
  var endsLeft: Set<Place> {
    var ends: Set<Place> = []
    for index in entries[min(cursor, entries.count)...].indices
    where entries[index].isLeaving && !isTaken(index) {
      ends.insert(Place(id: entries[index].id, frame: entries[index].frame))
    }
    return ends
  }

  /// The flow that an entry started.
  func start(of flow: FrameRef) -> Place? {
    flow.index.map { Place(id: entries[$0].id, frame: entries[$0].frame) }
  }
}
