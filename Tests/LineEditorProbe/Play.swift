import FlowlineTerminal

/// What a fuzz run plays with.
extension Probe {
  private static let words = [
    "перевод", "цель", "е\u{301}жик", "日本の緑茶", "green tea from Yunnan", "🇬🇧 flag", "a", "b",
  ]

  /// Asks until a line says `quit`.
  ///
  /// Tells of lines with `sentinel` in them, from there on, of interruptions and of signals; of
  /// everything else nothing, for the sake of speed.
  func play(_ reader: any LineReader) throws {
    let history = LineHistory()
    var round = 0
    // What was typed when another thread woke the reader is offered again.
    var kept: String?
    while true {
      if kept == nil { round += 1 }
      if round % 8 == 4 {
        let event = reader.wait(milliseconds: 1)
        if event != .timedOut { try Report(event).append(to: events) }
        if case .terminated(let signal) = event { Waker().die(of: signal) }
        reader.draw(round % 16 == 4 ? [] : ["working"])
        continue
      }
      var request = request(round % 8, history)
      if let text = kept { request.initialText = text }
      kept = nil
      let event =
        [3, 6].contains(round % 8) ? reader.readHiddenLine(request) : reader.readLine(request)
      switch event {
      case .line(let text):
        history.add(text)
        if let start = text.firstRange(of: "sentinel")?.lowerBound {
          try Report(.line(String(text[start...]))).append(to: events)
        }
        if text.hasSuffix("quit") { return }
      case .interrupted: try Report(.interrupted(text: "")).append(to: events)
      case .terminated(let signal, _):
        try Report(.terminated(signal: signal, text: "")).append(to: events)
        Waker().die(of: signal)
      case .woken(let text): kept = text
      case .endOfInput where reader.isGone: return
      default: break
      }
    }
  }

  private func request(_ kind: Int, _ history: LineHistory) -> LineRequest {
    var step = Step()
    step.menu = [0, 2].contains(kind) ? Self.words.flatMap { [$0, $0 + "!"] } : nil
    step.several = kind == 2
    step.ghost = [0, 5].contains(kind) ? Self.words : nil
    step.counts = kind == 7
    var request = LineRequest(
      prompt: kind == 7 ? PromptText("за\u{301}мок в длинной строке? ", style: "1;36") : "> ")
    request.menu = step.makeMenu()
    request.ghost = step.makeGhost()
    if [2, 3, 7].contains(kind) {
      let rows = ["", "a question", "日本の緑茶はとても美味しいです"]
      request.above = { columns in rows.flatMap { $0.wrapped(to: columns) } }
      request.notice = { "a notice of some length".wrapped(to: $0) }
      request.footer = { String("Enter · back".prefix($0)) }
    }
    request.initialText = kind == 2 ? "е" : ""
    request.hint = kind == 5 ? "hint" : ""
    request.history = [0, 1, 5].contains(kind) ? history : nil
    request.isPlain = kind == 1 || kind == 6
    if kind == 5 {
      request.completion = { before, _ in
        CompletionResult(replacing: "", with: Self.words.map { CompletionResult.Candidate($0) })
      }
    }
    return request
  }
}
