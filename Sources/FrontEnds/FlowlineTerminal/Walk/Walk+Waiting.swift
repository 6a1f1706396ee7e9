import Flowline

/// Waiting for what is under way: loads, commits, checks.
extension Walk {
  func waitForFlow() {
    // A check may give the line back; everything else begins when the answer has been taken.
    if !controller.legalInputs.underWay.contains(where: { $0.kind == .check }) { settle() }
    session.presenter.await(true)
    defer { session.presenter.await(false) }
    var wait = Wait(WorkWatch(waitingStyle))
    while session.leaving == nil || wait.isFirst {
      wait.isFirst = false
      let legal = controller.legalInputs
      if case .success = legal.answer { return }
      guard !legal.isSettled else { return }
      let isOutside = controller.isAwaitingOutside
      if isOutside {
        guard stays(at: legal.waits, told: &wait.toldOutside) else { return }
      } else {
        look(at: legal, &wait)
      }
      switch feed.wait(milliseconds: isOutside ? nil : wait.watch.pause(clock())) {
      case .woken, .timedOut: continue
      case .interrupted: interrupt(&wait)
      case .terminated(let signal): return leave(.signalled(signal))
      }
    }
  }

  /// A wait, and what is shown of it.
  private struct Wait {
    var watch: WorkWatch
    var isFirst = true
    /// What was told of moments and events that are waited for.
    var toldOutside: [String] = []
    /// Whether stopping was refused once: the next Ctrl-C leaves.
    var cannotStop = false

    init(_ watch: WorkWatch) { self.watch = watch }
  }

  private var waitingStyle: WorkWatch.Style {
    guard mode.showsPrompts else { return .remarked }
    return mode.isAttended && display.draws ? .drawn : .told
  }

  private func look(at legal: LegalInputs, _ wait: inout Wait) {
    let work = Work(
      legal.underWay, in: controller.inspection,
      label: line.sent.map { renderer.label(of: $0.prompt) }, words)
    let now = clock()
    let update = wait.watch.look(at: work, now: now)
    let elapsed = wait.watch.elapsed(now)
    switch update {
    case .nothing: break
    case .line:
      let typed = line.sent.map { sent in
        renderer.input(for: sent.prompt).plainText
          + (sent.isSecret ? words("word.hidden") : OneLine.text(sent.typed))
      }
      display.screen.draw(typed, with: WorkLine(renderer: renderer).drawn(work, elapsed: elapsed))
    case .sentence: display.show(WorkLine(renderer: renderer).told(work, elapsed: elapsed))
    }
  }

  /// Ctrl-C: pauses a session that waits for something outside; gives up other waiting if that does no
  /// harm, or says why it does not, and leaves the flow at the next.
  private func interrupt(_ wait: inout Wait) {
    // A wait may take days: the session is paused, and nothing is undone.
    guard mode.isAttended, !wait.cannotStop, !controller.isAwaitingOutside else {
      return leave(.interrupted)
    }
    let isCheck = controller.legalInputs.underWay.contains { $0.kind == .check }
    switch controller.stopWaiting() {
    case .accepted, .queued:
      display.note(words(isCheck ? "work.stopped.check" : "work.stopped"))
    case .refused(let refusal) where refusal.code == .committing:
      wait.cannotStop = true
      display.show(
        renderer.note(words(session.record == nil ? "work.committing" : "work.committing.kept")))
    // There is no question to go back to.
    case .refused: leave(.interrupted)
    }
  }
}
