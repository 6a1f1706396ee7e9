import Flowline
import FlowlineMessages
import FoundationEssentials

/// Does what the lines of input say, and writes what comes of it.
final class Conversation {
  let settings: JSONLinesFrontEnd
  let writer: LineWriter
  let controller: FlowController
  let telling: EndReporter
  /// The record of the session that runs or ran last.
  var session: UUID?
  /// The line that is being done, counted from 1; 0 for what is done before any.
  private(set) var number = 0
  /// Whether the session that runs was resumed, and is not known to be one that cannot be continued.
  var isResumed = false
  private let catalog: (FlowEnvironment) throws -> FlowCatalog
  private var openingRefusal: Refusal?
  /// The language that the opening's session is to continue in; nil if it keeps its own, and once a
  /// request has named another.
  private var askedLanguage: String?

  init(
    _ settings: JSONLinesFrontEnd, writer: LineWriter, wakeUp: WakeUpPipe,
    catalog: @escaping (FlowEnvironment) throws -> FlowCatalog
  ) {
    self.settings = settings
    self.writer = writer
    self.catalog = catalog
    if case .resume(_, _, let language)? = settings.opening { askedLanguage = language }
    telling = EndReporter(
      writer: writer, store: settings.store, forgets: settings.forgetsEnded, wakeUp: wakeUp)
    controller = FlowController(presenter: MessagePresenter(writer: writer, telling: telling))
    telling.follow(controller)
  }

  /// Whether nothing is to be read any more.
  var isOver: Bool {
    if writer.hasFailed || openingRefusal != nil { return true }
    return settings.opening != nil && (telling.outcome != nil || telling.isPaused)
  }

  /// The flows, for a session of this world.
  func catalog(in environment: FlowEnvironment) throws(RequestFault) -> FlowCatalog {
    do {
      return try catalog(environment)
    } catch {
      throw RequestFault(expected: "flows that can be used", got: "\(error)")
    }
  }

  /// Greets, and begins the session there is to be, if one is.
  func begin() {
    let environment = settings.environment()
    let flows = (try? catalog(in: environment))?.list(in: environment) ?? []
    writer.send(.hello(program: settings.program, version: settings.version, flows: flows))
    perform { () throws(RequestFault) in
      switch settings.opening {
      case .begin(let flow, let record, let given)?:
        try start(flow, in: environment, record: record, given: given)
      case .resume(let record, let given, _)?: try resume(record, given: given)
      case nil: break
      }
    }
  }

  /// Takes the next line.
  ///
  /// A request that makes no sense is reported and has no other effect.
  func take(_ line: LineReader.Line) {
    number += 1
    perform { () throws(RequestFault) in
      let text = try line.text()
      guard text.contains(where: { !$0.isWhitespace }) else { return }
      try perform(Request(parsing: text))
    }
  }

  private func perform(_ work: () throws(RequestFault) -> Void) {
    do throws(RequestFault) {
      try work()
    } catch {
      writer.send(.error(error, line: number))
    }
    tellOfMisfit()
    followLanguage()
  }

  /// Has the session continue in the language that it was resumed with.
  ///
  /// Its record may change the language again behind a secret that was asked once more. A session that
  /// has just ended speaks no other language any more.
  private func followLanguage() {
    guard let askedLanguage, controller.language != askedLanguage else { return }
    _ = controller.speak(askedLanguage)
  }

  /// Says that the session that was resumed cannot be continued: a nested flow of it is of a newer version,
  /// or its record has what the flow cannot continue with.
  ///
  /// Behind a secret that was typed again this turns out late. Nothing more comes of the session.
  private func tellOfMisfit() {
    guard isResumed, let fault = controller.resumeFault else { return }
    isResumed = false
    tell(code: fault.code, "\(fault)", of: "resume")
    if settings.opening != nil {
      openingRefusal = Refusal(Refusal.Code(rawValue: fault.code), Text(verbatim: "\(fault)"))
    }
  }

  private func perform(_ request: Request) throws(RequestFault) {
    switch request {
    case .start(let start): try begin(start)
    case .resume(let name): try resume(name)
    case .answer(let answer, let presentation, let isAcknowledged):
      self.answer(answer, to: presentation, acknowledging: isAcknowledged)
    case .fill(let answers, let presentation, let isAcknowledged):
      fill(answers, to: presentation, acknowledging: isAcknowledged)
    case .preview(let answer, let presentation): preview(answer, to: presentation)
    case .keep(let contents): keep(contents)
    case .fetch(let digest): fetch(digest)
    case .deliver(let name, let value, let key):
      settle()
      tell(controller.deliver(name, json: value, key: key), of: "deliver")
    case .language(let language):
      settle()
      tell(controller.speak(language), of: "language")
      if controller.language == language { askedLanguage = nil }
    case .back:
      settle()
      tell(controller.back(), of: "back")
    case .backTo(let step): try goBack(to: step)
    case .cancel: tell(controller.cancel(), of: "cancel")
    case .gone(let presentation): tell(controller.gone(presentation), of: "gone")
    case .closed(let place): tell(controller.gone(place: place), of: "closed")
    case .end(let flow): tell(controller.end(flow), of: "end")
    case .leave: leave()
    case .stop: tell(controller.stopWaiting(), of: "stop")
    case .journal: try tellJournal()
    case .legal: tellLegalInputs()
    case .flows:
      let environment = settings.environment()
      writer.send(
        .flows(try catalog(in: environment).list(in: environment), line: number))
    case .sessions: try listSessions()
    case .version(let version): try check(version)
    }
  }

  /// Answers the question, or what is asked about something that is held.
  private func answer(
    _ answer: Answer, to presentation: Int?, acknowledging isAcknowledged: Bool
  ) {
    settle()
    if let prompt = controller.prompt, prompt.hold != nil {
      return resolve(prompt, answer, to: presentation)
    }
    tell(controller.answer(answer, to: presentation, acknowledging: isAcknowledged), of: "answer")
  }

  private func fill(
    _ answers: [StepID: Answer], to presentation: Int?, acknowledging isAcknowledged: Bool
  ) {
    settle()
    if let refusal = controller.denial(ofStrayFieldsIn: answers, to: presentation) {
      return tell(.refused(refusal), of: "fill")
    }
    tell(controller.fill(answers, to: presentation, acknowledging: isAcknowledged), of: "fill")
  }

  private func preview(_ answer: Answer, to presentation: Int?) {
    settle()
    switch controller.preview(answer, to: presentation) {
    case .success(let preview): writer.send(.preview(preview, line: number, in: language))
    case .failure(let refusal): tell(.refused(refusal), of: "preview")
    }
  }

  private func tellJournal() throws(RequestFault) {
    settle()
    guard controller.inspection.state != .idle else {
      throw RequestFault(expected: "“start” before anything else", got: "journal")
    }
    writer.send(.journal(controller.journal.text, line: number))
  }

  private func tellLegalInputs() {
    writer.send(
      .legal(
        controller.legalInputs, ending: controller.inspection.nestedFlows, line: number,
        in: language))
  }

  private func check(_ version: Int) throws(RequestFault) {
    guard version == Message.protocolVersion else {
      throw RequestFault(
        expected: "version \(Message.protocolVersion) of the protocol", got: String(version))
    }
  }

  /// Keeps a file, so that it can be answered with.
  private func keep(_ contents: FileContents) {
    do throws(StoreFailure) {
      writer.send(.file(try controller.waitToKeep(contents), line: number))
    } catch {
      tell(code: Refusal.Code.notKept.rawValue, "\(error)", of: "keep")
    }
  }

  /// Hands out a file that is shown.
  private func fetch(_ digest: FileDigest) {
    settle()
    do {
      guard let contents = try controller.waitForContents(ofShown: digest) else {
        return tell(code: "not-shown", "no file of this digest is shown", of: "fetch")
      }
      writer.send(.contents(contents, line: number))
    } catch {
      tell(code: Refusal.Code.notKept.rawValue, "\(error)", of: "fetch")
    }
  }

  /// Lines may be sent ahead; the question that an answer is for is still to come.
  func settle() { controller.waitUntilSettled() }

  /// Whose language refusals are in.
  var language: FlowEnvironment {
    controller.inspection.state == .idle
      ? settings.environment() : controller.environment
  }

  func tell(_ reception: FlowController.Reception, of request: String) {
    guard case .refused(let refusal) = reception else { return }
    if number == 0 { openingRefusal = refusal }
    writer.send(.refusal(refusal, of: request, line: number, in: language))
  }

  func tell(code: String, _ message: String, of request: String) {
    if number == 0 {
      openingRefusal = Refusal(Refusal.Code(rawValue: code), Text(verbatim: message))
    }
    writer.send(.refusal(code: code, message, of: request, line: number))
  }

  /// Ends with the input: a flow that still asks is left, since nobody is there to answer.
  func end() -> JSONLinesFrontEnd.End {
    settle()
    let (prompt, isWaiting) = (controller.prompt, controller.isAwaitingOutside)
    if prompt?.hold == nil { leave() } else { pause() }
    var (outcome, isPaused): (Outcome<JSONValue>?, Bool) = (nil, false)
    switch telling.last {
    case .ended(let last)?: outcome = last
    case .paused?: isPaused = true
    case nil: break
    }
    return JSONLinesFrontEnd.End(
      outcome: outcome, isPaused: isPaused, isOver: prompt == nil && !isWaiting,
      writeError: writer.failure, session: telling.kept, refusal: openingRefusal,
      hold: prompt?.hold)
  }
}
