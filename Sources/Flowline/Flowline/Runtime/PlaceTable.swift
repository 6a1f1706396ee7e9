/// The places of their own that flows of a session are shown in.
///
/// Nearly every session has none.
struct PlaceTable {
  struct Entry {
    let number: Int
    let flow: FlowID
    let title: Text
    let style: PresentationStyle
    /// The run of the flow; it changes when going back runs the flow's body again.
    var frame: FrameID
    /// The flow in the journal, by which it is known again after going back.
    var ref: FrameRef
    /// What was presented in it.
    var presented = RangeSet<Int>()
    /// Whether the front end was told.
    var isTold = false
  }

  /// In the order they were opened in.
  var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }
}

extension Session {
  /// A child that may have a place of its own was entered.
  @inline(never)
  func openPlace(of frame: FrameID, _ flow: some Flow) {
    let style = flow.presentationStyle
    guard style != .inPlace, let entered = engine.tree[frame: frame] else { return }
    let known = places.entries.firstIndex {
      $0.ref != .unknown && $0.ref == entered.recordedRef && $0.flow == flow.id
    }
    if let known {
      places.entries[known].frame = frame
    } else {
      places.entries.append(
        PlaceTable.Entry(
          number: frame.number, flow: flow.id, title: flow.title, style: style,
          frame: frame, ref: entered.recordedRef))
    }
  }

  /// Something is presented: it is shown in the places that its branch is in.
  func note(_ presentation: Int, in branch: BranchID) {
    for index in indicesOfPlaces(of: branch) {
      places.entries[index].presented.insert(contentsOf: presentation..<presentation + 1)
      if let ref = engine.tree[frame: places.entries[index].frame]?.ref {
        places.entries[index].ref = ref
      }
    }
  }

  /// The places that a branch is in, the outermost first.
  private func indicesOfPlaces(of branch: BranchID) -> [Int] {
    if places.isEmpty { return [] }
    let tree = engine.tree
    return tree.chain(from: branch).reversed().compactMap { place in
      let id = tree[place.branch].frames[place.index].id
      return places.entries.firstIndex { $0.frame == id }
    }
  }

  /// The same, as front ends see them.
  func places(of branch: BranchID) -> [FlowPlace] {
    guard !places.isEmpty else { return [] }
    return indicesOfPlaces(of: branch).map { place(places.entries[$0]) }
  }

  /// The places in which something is to be seen.
  var openPlaces: [FlowPlace] {
    guard !places.isEmpty else { return [] }
    let foreground = Set(places(of: engine.tree.foreground).map(\.number))
    return places.entries.filter { foreground.contains($0.number) || showsSomething(in: $0) }
      .map(place)
  }

  private func place(_ entry: PlaceTable.Entry) -> FlowPlace {
    FlowPlace(
      number: entry.number, flow: entry.flow, title: entry.title.resolved(in: environment),
      style: entry.style)
  }

  private func showsSomething(in entry: PlaceTable.Entry) -> Bool {
    !entry.presented.intersection(shown.all).isEmpty
  }

  /// The next place that the front end is to open, for something is about to be seen in it.
  func takePlaceToOpen() -> FlowPlace? {
    guard !places.isEmpty, engine.phase == .running, !isHeldBack else { return nil }
    switch engine.tree[engine.tree.foreground].state {
    case .asking, .checking, .loading, .committing, .held: break
    default: return nil
    }
    let untold = indicesOfPlaces(of: engine.tree.foreground).first {
      !places.entries[$0].isTold
    }
    guard let untold else { return nil }
    places.entries[untold].isTold = true
    return place(places.entries[untold])
  }

  /// Has places closed whose flows have ended and in which nothing is on show any more, those that
  /// were opened last first.
  ///
  /// While going back runs bodies again, nobody knows which flows are open.
  func closePlaces() {
    if case .starting = engine.phase { return }
    for index in places.entries.indices.reversed() {
      let entry = places.entries[index]
      guard engine.tree[frame: entry.frame] == nil, !showsSomething(in: entry) else { continue }
      places.entries.remove(at: index)
      if entry.isTold, presenter != nil { notices.append(.close(place(entry))) }
    }
  }

  /// The session has ended: no flow of it is entered again.
  func forgetFlowsOfPlaces() {
    guard !places.isEmpty else { return }
    closePlaces()
    for index in places.entries.indices { places.entries[index].ref = .unknown }
  }

  /// A place is gone, as the front end says, with all that was shown in it.
  func gone(place number: Int) -> FlowController.Reception {
    guard let index = places.entries.firstIndex(where: { $0.number == number }) else {
      return refuse(.stale, .gone)
    }
    let entry = places.entries[index]
    if engine.tree[frame: entry.frame] != nil,
      case .refused(let code) = engine.ended(number: entry.frame.number, .dismissed)
    {
      return refuse(code, .gone)
    }
    for range in entry.presented.ranges { shown.remove(range) }
    // What is gone need not be closed.
    for inner in places.entries.indices
    where inner == index
      || !places.entries[inner].presented.intersection(entry.presented).isEmpty && inner > index
    {
      places.entries[inner].isTold = false
    }
    return .accepted
  }
}
