import FlowlineTerminal
import FoundationEssentials
import Glibc

/// Asks what its command line says and writes down what came.
///
///     LineEditorProbe terminal|plain EVENTS CONTROL HISTORY STEP...
///
/// EVENTS is a file that grows by a line of JSON an event; CONTROL, if not empty, a FIFO from which
/// another thread takes `wake`; HISTORY a directory.
@main
struct Probe {
  /// The file that grows.
  let events: String
  let historyDirectory: String
  var histories: [String: LineHistory] = [:]

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 5 else { return }
    if !arguments[3].isEmpty { obey(arguments[3]) }
    var probe = Probe(events: arguments[2], historyDirectory: arguments[4])
    let steps = try arguments[5...].map {
      try JSONDecoder().decode(Step.self, from: Data($0.utf8))
    }
    if arguments[1] == "plain" {
      try probe.run(steps, on: PlainLineReader())
    } else {
      try probe.run(steps, on: LineEditor(program: "probe"))
    }
    try Report("done").append(to: probe.events)
  }

  private mutating func run(_ steps: [Step], on reader: any LineReader) throws {
    for step in steps {
      switch step.kind {
      case .ask, .askHidden: _ = try ask(step, reader)
      case .say: say(step.text ?? "")
      case .draw: reader.draw(step.above ?? [])
      case .leave: reader.leave()
      case .edit:
        try Report(reader.edit(step.text ?? "", extension: "md")).append(to: events)
      case .askAll: while try ask(step, reader) != .endOfInput {}
      case .wait:
        try Report("waiting").append(to: events)
        let event = reader.wait(milliseconds: step.milliseconds)
        try Report(event).append(to: events)
        if case .terminated(let signal) = event { Waker().die(of: signal) }
      case .play: try play(reader)
      case .hang:
        try Report("hanging").append(to: events)
        while true { pause() }
      case .close: return
      }
    }
  }

  private func say(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  private mutating func ask(_ step: Step, _ reader: any LineReader) throws -> LineEvent {
    let request = try request(step)
    let event =
      step.kind == .askHidden ? reader.readHiddenLine(request) : reader.readLine(request)
    if case .line(let text) = event, let history = request.history {
      history.add(text)
      try history.save()
    }
    try Report(event).append(to: events)
    if case .terminated(let signal, _) = event { Waker().die(of: signal) }
    return event
  }

  private mutating func request(_ step: Step) throws -> LineRequest {
    var request = LineRequest(prompt: PromptText(step.prompt ?? "> ", style: step.style ?? ""))
    request.initialText = step.text ?? ""
    request.hint = step.hint ?? ""
    request.isPlain = step.plain ?? false
    request.takesLines = step.lines ?? false
    request.history = try step.history.map { try history($0) }
    request.ghost = step.makeGhost()
    request.menu = step.makeMenu()
    request.above = step.above.map { rows in
      { columns in rows.flatMap { $0.wrapped(to: columns) } }
    }
    request.notice = step.notice.map { row in { _ in [row] } }
    request.footer = step.footer.map { row in { _ in row } }
    if let label = step.label { request.searchLabel = label }
    if let words = step.complete {
      request.completion = { before, _ in
        let word = before.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
        return CompletionResult(
          replacing: String(word),
          with: words.filter { $0.hasPrefix(word) }.map { CompletionResult.Candidate($0) })
      }
    }
    return request
  }

  private mutating func history(_ kind: String) throws -> LineHistory {
    if let known = histories[kind] { return known }
    let history = LineHistory(kind: kind, directory: historyDirectory)
    try history.load()
    histories[kind] = history
    return history
  }

  /// Takes orders from the FIFO at `path` on a thread of its own.
  private static func obey(_ path: String) {
    var thread = pthread_t()
    let argument = strdup(path)
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument, let file = fopen(argument.assumingMemoryBound(to: CChar.self), "re")
        else { return nil }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        while getline(&line, &capacity, file) > 0 { Waker().wake() }
        return nil
      }, argument)
  }
}
