package import Flowline
import FoundationEssentials

/// The prompt where flows are started by their names, one after the other.
package final class Repl {
  /// How the program is left.
  package enum End: Sendable {
    /// The person asked to, or Ctrl-D on an empty line.
    case left
    /// Ctrl-C on an empty line.
    case interrupted
    /// A signal asked the process to end.
    case signalled(Int32)
    /// The terminal was closed, or the input has ended.
    case gone
    /// A flow needed an answer, or to know what to do about a failure, and nobody could be asked.
    case stopped(WalkReport)
    /// Nobody is at a terminal, and a line was not done; the lines after it are not read.
    case faulted(Fault)
  }

  /// Why a line was not done.
  package enum Fault: Sendable {
    /// It names no flow, command or session, or one that cannot be started.
    case usage
    /// What it started has failed.
    case failed
  }

  let name: String
  let catalog: FlowCatalog
  let surface: Surface
  /// Lines from files before those that are typed.
  let feed: LineFeed
  /// The world a flow sees that starts now, in the language the program was started in.
  private let startEnvironment: () -> FlowEnvironment
  private let firstEnvironment: FlowEnvironment
  let histories: PromptHistories
  let mode: WalkMode
  let wake: @Sendable () -> Void
  /// The saved sessions; nil if none are saved.
  let library: SessionLibrary?
  /// Which world its sessions belong to; nil if that is not known.
  let world: String?
  /// The shell's command that resumes a session, by its short id.
  let shellCommand: (String) -> String
  private var hasToldOfHistories = false
  /// Why the line that was taken last was not done; nil if it was.
  private var fault: Fault?

  /// Makes a prompt for the flows of a catalogue.
  ///
  /// - Parameters:
  ///   - name: the program's name, which is shown before the line.
  ///   - catalog: the flows.
  ///   - surface: what is written to.
  ///   - source: what lines are read from.
  ///   - histories: what was typed before, at the prompt and at questions.
  ///   - mode: how a walk behaves.
  ///   - library: where sessions are saved; nil if they are not.
  ///   - world: which world they belong to, see ``SessionOptions/world``.
  ///   - shellCommand: the shell's command that resumes a session, by its short id; nil for the program's
  ///     `resume` without options.
  ///   - wake: makes the source's read or wait return; called on other threads.
  ///   - environment: the world a flow sees, asked for at each start.
  package init(
    _ name: String, _ catalog: FlowCatalog, on surface: Surface, from source: any LineReader,
    histories: PromptHistories, mode: WalkMode = WalkMode(), library: SessionLibrary? = nil,
    world: String? = nil, shellCommand: ((String) -> String)? = nil,
    wake: @escaping @Sendable () -> Void = { Waker().wake() },
    environment: @escaping () -> FlowEnvironment
  ) {
    self.name = name
    self.catalog = catalog
    self.surface = surface
    feed = LineFeed.around(source)
    self.histories = histories
    self.mode = mode
    self.library = library
    self.world = world
    self.shellCommand = shellCommand ?? { "\(name) resume \($0)" }
    startEnvironment = environment
    firstEnvironment = environment()
    self.wake = wake
  }

  /// Greets, and takes lines until the program is left.
  package func run() -> End {
    takeOver()
    surface.show(texts.greeting(name, catalog))
    if let end = offerLast() { return end }
    let history = histories.history(of: "commands")
    var kept = ""
    while true {
      tellOfHistories()
      var request = LineRequest(prompt: prompt)
      request.isPlain = surface.look.isPlain
      request.history = history
      request.initialText = kept
      request.completion = { [unowned self] before, _ in complete(before) }
      kept = ""
      switch feed.readLine(request) {
      case .line(let line):
        if !line.allSatisfy(\.isWhitespace), !feed.isFromFile {
          histories.add(line, to: history)
        }
        if let end = take(line) { return end }
        if let fault, !mode.isAttended { return .faulted(fault) }
      case .interrupted(let text): if text.isEmpty { return .interrupted }
      case .endOfInput: return feed.isGone ? .gone : .left
      case .terminated(let signal, _): return .signalled(signal)
      case .woken(let text), .unlocked(let text), .back(let text): kept = text
      // The prompt takes one line.
      case .pasted(let text, _, _): kept = OneLine.typed(text)
      case .invalidInput(let line, let offset):
        surface.show(
          renderer.error(
            words("input.not-utf8", .string(String(line)), .string(String(offset)))))
      case .tooLong(let limit, let text):
        kept = text
        surface.show(renderer.error(words("input.too-long", .integer(limit))))
      }
    }
  }

  /// What holds for the program's run.
  var program: ProgramState { surface.settings.program }

  /// The program's words, in the language it speaks now.
  var words: Words { Words(program.spoken(firstEnvironment)) }

  /// The world that a flow sees that starts now.
  var environment: FlowEnvironment { program.spoken(startEnvironment()) }

  private var prompt: PromptText {
    let isNarrow = surface.columns() < name.count + 8
    let style = surface.look.style(.question)
    return PromptText(isNarrow ? "> " : "\(name)> ", style: style)
  }

  var renderer: PromptRenderer { renderer(words) }

  func renderer(_ words: Words) -> PromptRenderer {
    PromptRenderer(look: surface.look, words: words, columns: surface.columns())
  }

  var texts: ReplTexts { ReplTexts(renderer: renderer) }

  /// Reads no more from files, because a line was not done.
  func stop(for fault: Fault) {
    self.fault = fault
    if let stop = feed.stop() { tell(of: stop) }
  }

  private func tellOfHistories() {
    guard !hasToldOfHistories, let failure = histories.failure else { return }
    hasToldOfHistories = true
    let reason = "\(failure.path): \(words.reason(of: failure.code))"
    surface.show(renderer.note(words("repl.history", .string(reason))))
  }
}

extension Repl {
  /// Does what a line says; returns the program's end if it was that.
  func take(_ line: String) -> End? {
    fault = nil
    switch ReplLine(line, catalog: catalog, words: words) {
    case .nothing: break
    case .command(let call): return perform(call)
    case .flow(let entry): return walk(entry)
    case .link(let link): return follow(link)
    case .faultyLink(let fault):
      show(error: words("repl.no-link", .integer(fault.offset + 1), .text(fault.expected)))
    case .faulty(.missing(_, .forget, _)):
      show(error: words("session.forget-what"))
    case .faulty(let fault): show(error: words(fault))
    case .needless(let name): show(error: words("command.takes-nothing", .string(name)))
    case .unknown(let name, let nearest):
      surface.show(texts.unknown(name, nearest: nearest))
      stop(for: .usage)
    }
    return nil
  }

  /// Begins the flow of a link, with its answers given.
  private func follow(_ link: FlowLink) -> End? {
    guard let entry = catalog[link.flow] else {
      let name = link.flow.rawValue
      let nearest = Nearest.word(to: name, among: catalog.offered.map(\.id.rawValue))
      surface.show(texts.unknown(name, nearest: nearest))
      stop(for: .usage)
      return nil
    }
    return walk(entry, given: link.answers)
  }

  /// Begins a flow.
  ///
  /// - Parameters:
  ///   - entry: the flow.
  ///   - given: the answers of a link; those that a finished flow never asked for are told.
  private func walk(_ entry: FlowCatalogEntry, given: [GivenAnswer] = []) -> End? {
    do {
      let record = try library?.store.begin(UUID())
      var answers = PreparedAnswers()
      for answer in given { answers.add(answer) }
      let report = try makeWalk(in: environment, given: answers).run(entry, keptIn: record)
      let programEnd = end(report) { $0(entry.title) }
      if case .ended = report.end, case .finished? = report.outcome {
        for step in report.unusedAnswers {
          show(error: report.words("repl.not-asked", .string(OneLine.text(step))))
        }
      }
      return programEnd
    } catch {
      fail(error, of: words(entry.title))
    }
    return nil
  }

  func makeWalk(
    in environment: FlowEnvironment, given answers: PreparedAnswers = PreparedAnswers()
  ) -> Walk {
    Walk(
      on: surface, from: feed, in: environment, world: world, histories: histories,
      mode: mode, answers: answers, wake: wake)
  }
}
