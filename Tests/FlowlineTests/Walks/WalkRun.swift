import FoundationEssentials

@testable import Flowline

/// A walk in progress: the engine and the model side by side.
struct WalkRun {
  private let script: WalkScript
  private let outside = Outside()
  private let controller = FlowController()
  private var model: WalkModel
  /// Whether something came while an effect was under way, which a script cannot tell.
  private var isBeyondScripts = false

  private init(_ script: WalkScript, flaw: WalkModel.Flaw?) {
    self.script = script
    model = WalkModel(script.plan, flaw: flaw)
  }

  /// Walks a script.
  ///
  /// Returns what is not as the model has it; nothing where all is.
  static func fault(of script: WalkScript, flaw: WalkModel.Flaw? = nil) -> String? {
    var run = WalkRun(script, flaw: flaw)
    defer { run.finish() }
    return run.walk()
  }

  private mutating func walk() -> String? {
    controller.start(
      PlannedFlow(plan: script.plan, outside: outside), .test,
      handler: outside.log.handler("root"))
    if let fault = compare() { return "at the start: \(fault)" }
    for (index, input) in script.inputs.enumerated() {
      if model.effect != nil, input != .reply, input != .lateReply { isBeyondScripts = true }
      let answered = give(input)
      let expected = model.take(input)
      settle()
      let place = "after input \(index + 1) (\(input))"
      if answered != expected {
        return "\(place): \(describe(answered)) instead of \(describe(expected))"
      }
      if let fault = compare() { return "\(place): \(fault)" }
    }
    return compareReplays()
  }

  private func describe(_ refusal: Refusal.Code?) -> String {
    refusal.map { "refused as \($0.rawValue)" } ?? "accepted"
  }

  // MARK: - Inputs

  private func give(_ input: WalkInput) -> Refusal.Code? {
    let newest = model.presentations - 1
    switch input {
    case .good(let number):
      return controller.answer(.text(model.question?.question.good(number).typed ?? "1")).code
    case .acknowledged(let number):
      let typed = model.question?.question.good(number).typed ?? "1"
      return controller.answer(.text(typed), acknowledging: true).code
    case .stopWaiting: return controller.stopWaiting().code
    case .speak(let isRussian): return controller.speak(isRussian ? "ru" : "en").code
    case .bad(let number):
      return controller.answer(.text(model.question?.question.bad(number).typed ?? "1")).code
    case .stale(let number):
      let typed = model.question?.question.good(number).typed ?? "1"
      return controller.answer(.text(typed), to: number.isMultiple(of: 2) ? newest - 1 : newest + 1)
        .code
    case .back: return controller.back().code
    case .cancel: return controller.cancel().code
    case .goneAll: return controller.gone().code
    case .gone(let age): return controller.gone(newest - age).code
    case .terminate: return controller.terminate().code
    case .reply:
      if model.effect != nil || model.checked != nil { outside.release(first: false) }
    case .lateReply:
      if model.abandoned > 0 { outside.release(first: true) }
    }
    return nil
  }

  /// Waits until every effect either waits for leave to reply or has, and what that set off has run.
  private func settle() { controller.wait { [outside] in $0.runningEffects <= outside.late } }

  /// Lets every effect reply that is left, so that none is left behind.
  private func finish() {
    controller.terminate()
    while outside.late > 0 { outside.release(first: true) }
    settle()
  }

  // MARK: - Comparing

  private func compare() -> String? {
    compareStanding() ?? compareJournal() ?? compareHandlers() ?? compareRebuilt()
  }

  private func differ<Value: Equatable>(_ what: String, _ is: Value, _ expected: Value) -> String? {
    `is` == expected ? nil : "\(what): \(`is`) instead of \(expected)"
  }

  private func compareStanding() -> String? {
    let state: FlowInspection.State =
      model.isEnded ? .ended : model.isAsking ? .asking : .working
    let prompt = controller.prompt
    if let fault = differ("state", controller.inspection.state, state)
      ?? differ(
        "question", prompt?.path,
        model.isAsking ? model.question.map { StepPath($0.path) } : nil)
      ?? differ(
        "refused", prompt?.refused?.code, model.isRefusedByCheck && prompt != nil ? "taken" : nil)
      ?? differ("number", prompt?.progress?.number, prompt.map { _ in answersStanding + 1 })
    {
      return fault
    }
    guard model.isAsking, let (question, path) = model.question else {
      let step = model.checked == nil ? model.effect?.effect.id : model.question?.question.id
      return differ("effect", controller.inspection.effects.first?.id, step)
    }
    if let stopped = model.stopped {
      return differ("what had been typed", prompt?.draft, stopped)
    }
    let draft = model.drafts[path]?.first
    let isTypable = !question.isSensitive && question.good.contains { $0.recorded == draft }
    if isTypable && prompt?.draft == nil { return "draft: none instead of \(draft?.text ?? "")" }
    if draft == nil, let offered = prompt?.draft { return "draft: \(offered) instead of none" }
    return differ("presentation", prompt?.presentation, model.presentations - 1)
  }

  private var answersStanding: Int {
    model.telling.lines.count { $0.hasPrefix("answer ") }
  }

  private func compareJournal() -> String? {
    let standing = controller.journal.entries.filter { !$0.isUndone && !$0.isRemark }
    let lines = standing.map { $0.verb == .commit ? "commit \($0.id.told)" : $0.text }
    let keys = standing.compactMap {
      $0.verb == .commit ? $0.payload.json.flatMap(CommitIntent.key(of:)) : nil
    }
    let session = controller.journal.head.session
    return differ("journal", lines, model.telling.lines)
      ?? differ("keys", keys, keys.indices.map { IdempotencyKey(session: session, commit: $0) })
      ?? controller.divergence.map { "diverged: \($0)" }
  }

  private func compareHandlers() -> String? {
    let diagnostics = controller.diagnostics.filter { $0.code != .secondOutcome }
    let late = diagnostics.count { $0.code == .lateReply }
    if let fault = differ("handlers", outside.log.all, model.log)
      ?? differ("late replies", late, model.lateReplies)
      ?? differ("diagnostics", diagnostics.count, model.lateReplies)
    {
      return fault
    }
    let leaks = controller.leaks
    guard model.isEnded else { return nil }
    return differ("bodies alive", leaks.bodies, 0) ?? differ("flows alive", leaks.flows, [])
      ?? differ("effects alive", leaks.effects, model.abandoned)
  }

  // MARK: - Again from the text

  private func compareRebuilt() -> String? {
    let text = controller.journal.text
    let other = Outside(checksMayBeLate: false)
    let rebuilt = FlowController()
    defer {
      rebuilt.terminate()
      while other.late > 0 { other.release(first: true) }
      _ = rebuilt.askedStep
    }
    do {
      let journal = try Script(parsing: text).journal(or: .test)
      if journal.text != text { return "reading changes the text:\n\(text)\n\(journal.text)" }
      rebuilt.start(
        PlannedFlow(plan: script.plan, outside: other),
        SessionOptions(
          environment: journal.head.environment, session: journal.head.session, journal: journal,
          effects: nil, variant: nil, isReplay: true))
    } catch {
      return "what was written is not read: \(error)"
    }
    // Secrets are in no journal: they are asked for again.
    while let asked = rebuilt.prompt, asked.isSensitive, let secret = secrets[asked.id],
      rebuilt.journal.secretsGiven < controller.journal.secretsGiven
    {
      rebuilt.answer(.text(secret))
    }
    if let divergence = rebuilt.divergence { return "rebuilding diverged: \(divergence)\n\(text)" }
    let again = rebuilt.journal.text
    // A session that was terminated does not wait for its last question any more; rebuilt, it does.
    guard again == text || model.isTerminated && again.hasPrefix(text) else {
      return "rebuilt:\n\(again)instead of:\n\(text)"
    }
    if model.isTerminated { return nil }
    return differ("rebuilt speaks", rebuilt.environment, controller.environment)
      ?? differ(
        "rebuilt asks", rebuilt.prompt?.path,
        model.question.map { StepPath($0.path) })
  }

  private var secrets: [StepID: String] {
    Dictionary(script.plan.questions.filter(\.isSensitive).map { ($0.id, $0.good[0].typed) }) {
      first, _ in first
    }
  }

  private func compareReplays() -> String? {
    let text = controller.journal.text
    guard !isBeyondScripts, !model.isTerminated, model.effect == nil else { return nil }
    for mode in [ScriptReplay.Mode.recorded, .live] {
      do {
        let parsed = try Script(parsing: text)
        if parsed.lines.isEmpty { continue }
        var catalog = FlowCatalog()
        catalog.add(
          PlannedFlow(plan: script.plan, outside: Outside(mayBeLate: false)), summary: "Walks")
        let replay = ScriptReplay(parsed, of: catalog, or: .test, secrets: secrets)
        let report = try replay.run(mode)
        if let mismatch = report.mismatch { return "\(mode) replay: \(mismatch)\n\(text)" }
        if report.journal.text != text {
          return "\(mode) replay made:\n\(report.journal.text)instead of:\n\(text)"
        }
      } catch {
        return "\(mode) replay: \(error)"
      }
    }
    return nil
  }
}

extension Journal {
  fileprivate var secretsGiven: Int {
    entries.count {
      $0.verb == .answer && !$0.isUndone && $0.payload.json == .redactionMark
    }
  }
}

extension Plan {
  /// All questions the plan may ask.
  var questions: [PlannedQuestion] { Self.questions(of: steps) }

  private static func questions(of steps: [Step]) -> [PlannedQuestion] {
    steps.flatMap { step -> [PlannedQuestion] in
      switch step {
      case .ask(let question): [question]
      case .run(let child, _, _): child.questions
      case .fork(let even, let odd): questions(of: even) + questions(of: odd)
      case .load, .commit, .fail, .decline: []
      }
    }
  }
}
