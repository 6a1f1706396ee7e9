package import Flowline
import Synchronization

/// Walks a person, or a list of answers, through one flow: shows each prompt, takes a line, and
/// hands it on as an answer or does what it commands.
///
/// There is this one walk for terminals, for plain lines and for runs without anybody to ask; what
/// differs is where lines come from and how they look. Confined to the thread that runs it.
package final class Walk {
  let controller: FlowController
  let source: any LineSource
  let surface: Surface
  let words: Words
  let histories: PromptHistories
  let manner: WalkManner
  var answers: PreparedAnswers
  var recorder: Recorder?

  private let presenter: WalkPresenter
  private let wake: @Sendable () -> Void
  private let outcome = OutcomeBox()
  /// Why the flow is being left, once it is.
  var leaving: WalkEnd?
  /// Where the session is kept; nothing where it is not.
  var record: (any SessionRecord)?
  var hasToldOfFit = false

  /// The presentation that was shown last.
  private var shown: Int?
  /// What was typed and not taken, to be offered for editing.
  var kept: String?
  /// The line that was not taken last and never came to the flow, at the prompt that waits.
  var refusedLine: (typed: String, refusal: Refusal)?
  /// The prompts that were asked, by their path: for telling answers in words.
  var asked: [StepPath: Prompt] = [:]
  /// What was done to the answers, for taking it back.
  var undoing = AnswerUndo()
  /// The ids of the steps that were asked here, in order, each once.
  var askedSteps: [StepID] = []
  /// The sensitive steps that took an answer of those given.
  var givenSecrets: [String] = []

  /// Makes a walk.
  ///
  /// - Parameters:
  ///   - answers: given before anybody is asked.
  ///   - recorder: writes the script at the end.
  ///   - wake: makes the source's read or wait return; called on other threads.
  package init(
    on surface: Surface, from source: any LineSource, in environment: FlowEnvironment,
    histories: PromptHistories, manner: WalkManner = WalkManner(),
    answers: PreparedAnswers = PreparedAnswers(), recorder: Recorder? = nil,
    wake: @escaping @Sendable () -> Void = { Waker().wake() }
  ) {
    self.surface = surface
    self.source = source
    self.histories = histories
    self.manner = manner
    self.answers = answers
    self.recorder = recorder
    self.wake = wake
    words = Words(environment)
    presenter = WalkPresenter(wake: wake)
    controller = FlowController(presenter: presenter)
  }

  /// Walks through a flow from its start to its end.
  ///
  /// - Parameter record: where the session is kept while it runs; nowhere if nothing is said.
  package func run(
    _ entry: FlowCatalogEntry, keptIn record: (any SessionRecord)? = nil
  ) throws(UnknownVariant) -> WalkReport {
    self.record = record
    let options = SessionOptions(environment: words.environment, record: record)
    return walk(try entry.start(in: controller, options, handler: handler))
  }

  var handler: FlowHandler<JSONValue> {
    FlowHandler(finished: { [outcome] result, dismisser in
      outcome.set(result)
      dismisser.dismiss()
    })
  }

  /// Does what there is to do until the flow has ended.
  func walk(_ reception: FlowController.Reception) -> WalkReport {
    if case .refused(let refusal) = reception {
      leaving = .notStarted(refusal)
      return report
    }
    if let recorder { begin(recorder) }
    if leaving == nil { give() }
    while step() {}
    record(controller.journal)
    return report
  }

  private var report: WalkReport {
    let journal = controller.journal
    return WalkReport(
      end: leaving ?? .ended, outcome: outcome.value, journal: journal,
      unusedAnswers: unusedAnswers, askedSteps: steps(of: journal),
      lastPrompt: shown == nil ? nil : lastPrompt, session: record?.session)
  }

  private var lastPrompt: Prompt?

  /// Does the next thing there is to do; false once the flow has ended.
  private func step() -> Bool {
    tellOfFit()
    let legal = controller.legalInputs
    if case .success = legal.answer, let prompt = controller.prompt {
      if leaving == nil { ask(prompt) } else { controller.terminate() }
      return true
    }
    if legal.isSettled { return legal.startRefusal != nil }
    waitForFlow()
    return true
  }

  /// A renderer for the width there is now.
  var renderer: PromptRenderer {
    PromptRenderer(look: surface.look, words: words, columns: surface.columns())
  }
}

extension Walk {
  private func ask(_ prompt: Prompt) {
    if leadsOn() { return }
    if shown != prompt.presentation {
      show(prompt)
      if let refused = prompt.refused { return tell(refused, at: prompt) }
    }
    if submitGivenSecret(at: prompt) { return }
    let alarm = manner.timeout.map { Alarm(after: $0, wake: wake) }
    defer { alarm?.cancel() }
    while true {
      let event = read(prompt)
      if case .woken(let text) = event {
        if alarm?.hasRung == true { return leave(.timedOut(prompt)) }
        kept = text
        continue
      }
      return take(event, at: prompt)
    }
  }

  private func show(_ prompt: Prompt) {
    let isFirst = shown == nil
    shown = prompt.presentation
    lastPrompt = prompt
    kept = nil
    refusedLine = nil
    asked[prompt.path] = prompt
    if !askedSteps.contains(prompt.id) { askedSteps.append(prompt.id) }
    guard manner.showsPrompts else { return }
    surface.show((isFirst || surface.look.isPlain ? [] : [""]) + renderer.lines(for: prompt))
  }

  private func read(_ prompt: Prompt) -> LineEvent {
    var request = LineRequest(prompt: renderer.input(for: prompt))
    request.isPlain = surface.look.isPlain
    guard !prompt.isSensitive else { return source.readHiddenLine(request) }
    request.initialText = kept ?? prompt.draft ?? ""
    request.history = histories.history(for: prompt)
    let legal = controller.legalInputs
    let completion = PromptCompletion(legal: legal, words: words, values: values(legal))
    request.completion = { before, _ in completion.complete(before) }
    return source.readLine(request)
  }

  /// Better to know now than after the last answer.
  private func begin(_ recorder: Recorder) {
    do throws(PrivateFile.Failure) {
      try recorder.write(controller.journal)
    } catch {
      show(error)
      self.recorder = nil
      leave(.recordFailed(error))
    }
  }

  private func record(_ journal: Journal) {
    guard let recorder else { return }
    do throws(PrivateFile.Failure) {
      try recorder.write(journal)
      if manner.showsPrompts {
        surface.show(renderer.note(words("record.end", .string(recorder.path))))
      }
    } catch {
      show(error)
    }
  }

  func show(_ failure: PrivateFile.Failure) {
    surface.show(
      renderer.error(words("record.failed", .string(failure.path), .string(failure.reason))))
  }
}

extension Walk {
  /// How long an effect may take before anything is said about it.
  private static let patience = 300

  private func waitForFlow() {
    presenter.await(true)
    defer { presenter.await(false) }
    var isTold = !manner.showsPrompts
    while true {
      let legal = controller.legalInputs
      guard !legal.isSettled else { return }
      switch source.wait(milliseconds: isTold ? nil : Self.patience) {
      case .woken: continue
      case .timedOut:
        isTold = true
        let key = surface.look.isPlain ? "work.wait.plain" : "work.wait"
        let name = legal.underWay.first?.id ?? controller.inspection.innermost.first?.id
        surface.show(renderer.note(words(key, .string(name?.rawValue ?? ""))))
      case .interrupted:
        guard manner.isAttended, record == nil else { return leave(.interrupted) }
        if case .refused(let refusal) = controller.cancel() {
          surface.show(renderer.lines(for: refusal))
        }
      case .terminated(let signal): return leave(.signalled(signal))
      }
    }
  }
}

/// Where the handler leaves the outcome.
private final class OutcomeBox: Sendable {
  private let stored = Mutex<Outcome<JSONValue>?>(nil)

  var value: Outcome<JSONValue>? { stored.withLock { $0 } }

  func set(_ outcome: Outcome<JSONValue>) { stored.withLock { $0 = outcome } }
}

extension Answer {
  /// The answer as somebody would have typed it.
  var typedText: String {
    switch self {
    case .text(let text), .json(.string(let text)): text
    case .json(let json): json.text
    }
  }
}
