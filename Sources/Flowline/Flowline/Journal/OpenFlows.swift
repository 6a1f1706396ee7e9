/// The flows that are open where a script has been read to, in each of the strands it tells.
struct OpenFlows {
  /// A strand, by the flow that runs it and the child that began it.
  private struct Key: Hashable {
    let above: FrameRef
    let child: StepID
  }

  private struct Strand {
    /// The strand that holds the flow above.
    let parent: Int
    let above: FrameRef
    /// The ids below the root down to its child.
    let path: [StepID]
    /// What stands for it where the script tells no flows: its `at` entry.
    let at: FrameRef
    var own: [(ref: FrameRef, id: StepID)] = []
  }

  private var strands = [Strand(parent: 0, above: .root, path: [], at: .unknown)]
  private var current = 0
  private var numbers: [Key: Int] = [:]
  /// Where a flow is open, by the flow above it and its id.
  private var places: [Key: (ref: FrameRef, strand: Int)] = [:]

  /// Whether the script told a strand.
  var tellsStrands: Bool { strands.count > 1 }

  /// The flow in which what follows happens.
  var innermost: FrameRef { strands[current].own.last?.ref ?? strands[current].above }

  /// What an entry of a script refers to that does not tell its flows.
  func untold(_ id: StepID) -> FrameRef {
    let strand = strands[current]
    return strand.path.last == id ? .unknown : strand.at
  }

  /// The ids below the root that what follows happens under.
  func place(tellsFlows: Bool) -> [StepID] {
    guard tellsFlows else { return strands[current].path }
    var ids: [StepID] = []
    var strand = current
    while true {
      ids.append(contentsOf: strands[strand].own.reversed().map(\.id))
      guard strand > 0 else { return ids.reversed() }
      strand = strands[strand].parent
    }
  }

  mutating func enter(_ id: StepID, at index: Int) {
    let ref = FrameRef.entered(at: index)
    places[Key(above: innermost, child: id)] = (ref, current)
    strands[current].own.append((ref, id))
  }

  /// Ends the nearest flow of a name with all inside it.
  mutating func leave(_ id: StepID) {
    guard let (strand, index) = nearest(id) else {
      if !strands[current].own.isEmpty { strands[current].own.removeLast() }
      return
    }
    strands[strand].own.removeSubrange(index...)
    current = strand
  }

  /// The open flows of a name, the innermost first.
  func open(_ id: StepID) -> [FrameRef] {
    var found: [FrameRef] = []
    var strand = current
    while true {
      found += strands[strand].own.reversed().filter { $0.id == id }.map(\.ref)
      guard strand > 0 else { return found }
      strand = strands[strand].parent
    }
  }

  private func nearest(_ id: StepID) -> (strand: Int, index: Int)? {
    var strand = current
    while true {
      let index = strands[strand].own.lastIndex { $0.id == id }
      if let index { return (strand, index) }
      guard strand > 0 else { return nil }
      strand = strands[strand].parent
    }
  }

  /// Turns to the strand of a child, and returns the flow that runs it.
  mutating func turn(to path: [StepID], at index: Int) -> FrameRef {
    var above = FrameRef.root
    var holder = 0
    for id in path.dropLast() {
      guard let place = places[Key(above: above, child: id)] else { break }
      (above, holder) = (place.ref, place.strand)
    }
    guard let child = path.last else { return above }
    let key = Key(above: above, child: child)
    if let known = numbers[key], strands[known].path == path {
      current = known
    } else {
      numbers[key] = strands.count
      current = strands.count
      strands.append(
        Strand(parent: holder, above: above, path: path, at: .entered(at: index)))
    }
    return above
  }

  /// Goes back to where the script stood before an entry.
  ///
  /// Which strand follows is told anew.
  mutating func reset(to target: Int, of entries: [JournalEntry]) {
    let toldStrands = tellsStrands
    self = OpenFlows()
    guard toldStrands else {
      var open: [(index: Int, id: StepID)] = []
      var frame = entries[target].frame
      while let index = frame.index {
        open.append((index, entries[index].id))
        frame = entries[index].frame
      }
      for flow in open.reversed() { enter(flow.id, at: flow.index) }
      return
    }
    for (index, entry) in entries[..<target].enumerated() where !entry.isUndone {
      switch entry.verb {
      case .enter: enter(entry.id, at: index)
      case .leave, .abandon: leave(entry.id)
      case .at: _ = turn(to: entry.branchPath, at: index)
      default: break
      }
    }
    // Of children at once, the next line tells which one follows. A flow that runs alone once they
    // have ended is kept in the strand of the last.
    let frame = entries[target].frame
    current = strands.firstIndex { ($0.own.last?.ref ?? $0.above) == frame } ?? 0
  }
}
