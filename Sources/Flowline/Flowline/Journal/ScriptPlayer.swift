import FoundationEssentials

/// Gives a script's answers to a controller, one line at a time.
struct ScriptPlayer {
  /// The lines that do something.
  static let inputs: Set<JournalEntry.Verb> = [
    .answer, .refuse, .back, .jump, .language, .cancel, .event,
  ]

  /// The lines that tell how the root ended: a script that has one means all of them.
  static let ends: Set<JournalEntry.Verb> = [.finish, .cancelled, .failed]

  private let controller: FlowController
  /// By which the session waits for moments.
  private let clock: ManualFlowClock
  /// Whether the script says when moments came.
  private let tellsWaits: Bool
  private let format: ScriptFormat
  private(set) var mismatch: ScriptMismatch?
  private(set) var steps = 0
  /// How many lines told that the session went back by itself.
  private var returns = 0

  private let secrets: [StepID: String]

  init(
    _ controller: FlowController, by clock: ManualFlowClock, of script: Script,
    secrets: [StepID: String]
  ) {
    self.controller = controller
    self.clock = clock
    format = script.format
    tellsWaits = script.verbs.contains(.wait)
    self.secrets = secrets
  }

  /// Plays a line.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - place: the ids below the root that the line happens under; nil if the script has no
  ///     children at once.
  mutating func play(_ line: Script.Line, in place: [StepID]?) {
    let entry = line.entry
    if let place, [.load, .done, .fail].contains(entry.verb) {
      controller.handOutReply(of: entry.id, in: place)
    }
    if !tellsWaits { passMoments() }
    switch entry.verb {
    // It waits by itself.
    case .answer: return playAnswer(line, in: place)
    case .refuse: playRefusal(line, in: place)
    case .back where controller.returns > returns: returns += 1
    case .back, .jump: playBack(line)
    case .event:
      let event = entry.event
      check(controller.deliver(entry.id, json: event?.value ?? .null, key: event?.key), line)
    case .wait: playMoment(entry, in: place)
    case .language: check(controller.speak(entry.payload.json?.string ?? ""), line)
    case .cancel:
      if entry.leaveReason == .dismissed {
        guard isOpen(line) else { return }
        check(controller.gone(of: entry.id, at: entry.leftPlace), line)
      } else {
        playCancel(line, in: place)
      }
    default: return
    }
    controller.waitUntilSettled()
  }

  /// Lets a moment come that a line tells.
  ///
  /// That an event was taken the session finds out by itself.
  private func playMoment(_ entry: JournalEntry, in place: [StepID]?) {
    guard case .moment(let recorded) = entry.awaited, let moment = Date(recorded: recorded) else {
      return
    }
    clock.advance(to: moment)
    if let place { controller.handOutReply(of: entry.id, in: place) }
  }

  /// Lets the moments come that a script does not tell, as long as there is nothing else to wait for.
  private func passMoments() {
    while controller.askedStep == nil {
      let underWay = controller.legalInputs.underWay
      guard let next = underWay.compactMap(\.until).min(), underWay.allSatisfy({ $0.until != nil })
      else { return }
      clock.advance(to: next)
      controller.waitUntilSettled()
    }
  }

  /// Goes back to where the line does.
  private mutating func playBack(_ line: Script.Line) {
    switch controller.goBack(as: line.entry, of: format) {
    case .done(let reception): check(reception, line)
    case .leadsElsewhere(let told): fail(line, got: told.text)
    }
  }

  private mutating func playAnswer(_ line: Script.Line, in place: [StepID]?) {
    guard isAsked(line, in: place) else { return }
    steps += 1
    guard let answer = answer(line.entry) else {
      let id = line.entry.id
      fail(line, got: "no secret to answer \(id) with; pass secrets: [\"\(id)\": \"…\"]")
      mismatch?.missingSecret = id
      return
    }
    // What a script has as answered was asked back about when it was recorded.
    check(send(answer, .acknowledged, to: line, in: place), line)
  }

  private mutating func playRefusal(_ line: Script.Line, in place: [StepID]?) {
    guard case .array(let parts)? = line.entry.payload.json else { return }
    let code = parts[1].string ?? ""
    let form = controller.prompt?.form.flatMap { $0.id == line.entry.id ? $0.id : nil }
    if parts[0].isRedactionMark {
      guard form != nil || isAsked(line, in: place) else { return }
      steps += 1
      return controller.refuseUnknown(
        Refusal.Code(rawValue: code), of: form,
        to: form == nil ? presentation(line, in: place) : nil)
    }
    if form != nil, let page = parts[0].page {
      steps += 1
      let mode = Engine.AnswerMode.refused(Refusal.Code(rawValue: code))
      return expectRefusal(send(.fill(page, mode, to: nil), to: nil), code: code, line)
    }
    guard isAsked(line, in: place) else { return }
    steps += 1
    let mode = Engine.AnswerMode.refused(Refusal.Code(rawValue: code))
    expectRefusal(send(parts[0].asTyped, mode, to: line, in: place), code: code, line)
  }

  /// Answers the question that a line is meant for.
  private func send(
    _ answer: Answer, _ mode: Engine.AnswerMode, to line: Script.Line, in place: [StepID]?
  ) -> FlowController.Reception {
    let presentation = presentation(line, in: place)
    return send(.answer(answer, mode, to: presentation), to: presentation)
  }

  /// Sends an answer or a page and waits for its check, if it has one.
  private func send(_ input: SessionInput, to presentation: Int?) -> FlowController.Reception {
    let question = controller.question(at: presentation)
    let reception = controller.drive(input)
    controller.waitUntilSettled()
    guard case .accepted = reception, let refusal = controller.refusalByCheck(of: question) else {
      return reception
    }
    return .refused(refusal)
  }

  /// The answer of a line; a sensitive step's is not in the script.
  private func answer(_ entry: JournalEntry) -> Answer? {
    let recorded = entry.payload.json ?? .null
    return recorded.isRedactionMark
      ? secrets[entry.id].map { .text($0) } : .json(recorded)
  }

  /// The presentation of the prompt that a line is meant for; nil if there is only one prompt.
  private func presentation(_ line: Script.Line, in place: [StepID]?) -> Int? {
    place.flatMap { controller.presentation(asking: line.entry.id, in: $0) }
  }

  private mutating func isAsked(_ line: Script.Line, in place: [StepID]?) -> Bool {
    guard controller.askedStep != line.entry.id else { return true }
    if presentation(line, in: place) != nil { return true }
    fail(line, got: position)
    return false
  }

  /// Leaves the open flow that the line means: a flow can be ended although it is not the innermost.
  private mutating func playCancel(_ line: Script.Line, in place: [StepID]?) {
    let entry = line.entry
    let told = controller.end(
      asTold: entry.id, at: entry.leftPlace, under: place, entry.leaveReason)
    if let told { return check(told, line) }
    // A script written by hand need not tell where its flows are.
    guard controller.foregroundFlows.last == entry.id else { return fail(line, got: position) }
    check(controller.cancel(), line)
  }

  private mutating func isOpen(_ line: Script.Line) -> Bool {
    let isOpen = controller.inspection.flows.contains { $0.id == line.entry.id }
    if !isOpen { fail(line, got: position) }
    return isOpen
  }

  /// What the flow does instead of what the script wants.
  private var position: String {
    if let step = controller.askedStep { return "the flow asks \(step)" }
    if let prompt = controller.prompt, let hold = prompt.hold {
      return "\(prompt.id) is held: \(hold.message)"
    }
    return switch controller.inspection.state {
    case .ended: controller.journal.entries.last?.text ?? "the flow has ended"
    default: "the flow asks nothing"
    }
  }

  private mutating func check(_ reception: FlowController.Reception, _ line: Script.Line) {
    if case .refused(let refusal) = reception { fail(line, got: Script.refused + "\(refusal)") }
  }

  private mutating func expectRefusal(
    _ reception: FlowController.Reception, code: String, _ line: Script.Line
  ) {
    switch reception {
    case .refused(let refusal) where refusal.code.rawValue == code: break
    case .refused(let refusal): fail(line, got: Script.refused + "\(refusal)")
    case .accepted, .queued: fail(line, got: "accepted")
    }
  }

  private mutating func fail(_ line: Script.Line, got: String) {
    let id = line.entry.id
    let isSecret =
      controller.prompts.contains { $0.id == id && $0.isSensitive }
      || controller.journal.entries.contains { $0.id == id && $0.payload.containsMark }
    mismatch = ScriptMismatch(
      line: line.number, expected: isSecret ? line.entry.textWithoutValue : line.entry.text,
      got: got)
  }
}

extension JournalEntry {
  /// The entry's line with the mark of a secret for what was answered.
  var textWithoutValue: String {
    JournalEntry(verb, id, in: frame, .json(.redactionMark)).text
  }
}

extension JSONValue {
  /// A refused answer as it was given: text as typed, anything else as JSON.
  fileprivate var asTyped: Answer {
    if case .string(let text) = self { .text(text) } else { .json(self) }
  }

  /// A form's page that was refused, field by field.
  fileprivate var page: [StepID: Answer]? {
    guard case .object(let members) = self else { return nil }
    return Dictionary(uniqueKeysWithValues: members.map { (StepID($0), $1.asTyped) })
  }
}

extension Script {
  /// What the words begin with for an answer that was refused where a script has it accepted.
  package static let refused = "refused: "
}
