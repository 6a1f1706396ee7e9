/// Running the root flow, and telling of its end and of those that run inside it.
extension Session {
  /// Runs the root flow's body from its first line.
  func runRoot() {
    guard let root else { return }
    let frame = engine.rerun(title: root.title, place: root.place, steps: root.steps)
    runningBodies += 1
    task = root.run(in: self, frame)
  }

  /// Tells bodies that wait for something the engine does not know of that they need not.
  func cancelBodies() {
    task?.cancel()
    for task in childTasks.values { task.cancel() }
  }

  /// Ends the innermost flow that did not unwind by itself.
  ///
  /// Returns whether there was one.
  func forceEnd() -> Bool {
    guard engine.phase == .running else { return false }
    cancelBodies()
    var branch = BranchID.trunk
    while let child = engine.tree[branch].children.first { branch = child }
    guard let frame = engine.tree[branch].frames.last else { return false }
    guard let leaving = engine.left(frame.id, .cancelled(.terminated)) else { return false }
    dismissIfTerminating(leaving.presentations)
    if engine.phase == .finishing {
      root?.end(leaving, in: self)
    } else if let delivery = takeDelivery(of: frame.id) {
      delivery.cancel(reason(of: leaving), dismisser(of: leaving.presentations))
    }
    return true
  }

  private func reason(of leaving: Engine.Leaving) -> CancelReason {
    if case .cancelled(let reason) = leaving.verdict { reason } else { .terminated }
  }

  /// The root flow has ended and its handler was told.
  func rootEnded(_ outcome: Outcome<JSONValue>?) {
    root = nil
    task = nil
    deliveries = [:]
    travelling = nil
    breakdown = nil
    engine.secrets = []
    // While the store is being written to, it is closed behind that.
    if writing !== keeper { keeper?.close() }
    keeper = nil
    dismissObservers()
    forgetFlowsOfPlaces()
    endStates()
    states.end(outcome)
    if presenter != nil, let outcome { notices.append(.ended(outcome)) }
  }

  // MARK: - Handlers

  func takeDelivery(of frame: FrameID) -> (any Delivery)? {
    deliveries.isEmpty ? nil : deliveries.removeValue(forKey: frame)
  }

  /// Tells the handlers of flows that going back led out of, and forgets those of the flows that
  /// will be entered again.
  func leaveBehind(_ left: LeftBehind) {
    let frames = Set(left.frames)
    let told = deliveries.filter { frames.contains($0.key) }
    deliveries = [:]
    for (_, delivery) in told.sorted(by: { $0.key.number > $1.key.number }) {
      delivery.cancel(.back, dismisser(of: left.presentations))
    }
    dismiss(left.presentations)
  }

  /// Does something once all that was noted is durable and told, before the body of a branch's
  /// innermost flow continues.
  ///
  /// No other body runs meanwhile, so that a journal is the same whether somebody observes or not.
  nonisolated(nonsending) func afterTelling(
    in branch: BranchID, _ action: @escaping (Session) -> Void
  ) async {
    guard engine.events?.hasNews ?? false || !notices.isEmpty || isHeldBack else {
      return action(self)
    }
    executor.stall()
    let wait = engine.telling(in: branch)
    await withUnsafeContinuation { body in
      waits[wait] = WaitingForTelling(body, action)
    }
  }

  // MARK: - Results

  /// Keeps what the result of the session means to a person, in the language it is held in.
  func keepWords(_ words: Text?, of flow: some Flow) {
    resultText = words.map {
      let text = $0.resolved(in: environment.at(flow.place(in: [])))
      return LocalizedText(key: text.key, text: forms.guarded(text.text))
    }
  }
}
