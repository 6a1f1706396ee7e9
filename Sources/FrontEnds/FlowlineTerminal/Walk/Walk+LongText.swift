import Flowline

/// A text of several lines that is being written.
struct LongTextDraft {
  /// The presentation it is written for.
  var presentation: Int
  /// The text that a dot alone keeps: from before, from the editor, or what is taken by default.
  var text = ""
  /// The lines that were typed since.
  var lines: [String] = []
  /// A line that was no text, to be offered for mending.
  var faultyLine = ""
  /// Whether an editor was looked for in vain.
  var hasNoEditor = false

  /// Takes a line that was typed; gives the text where the line ends it: a dot alone.
  ///
  /// Two dots begin a line that begins with one.
  mutating func take(_ line: String) -> String? {
    guard line == "." else {
      lines.append(line.hasPrefix("..") ? String(line.dropFirst()) : line)
      return nil
    }
    return whole
  }

  /// The lines that were typed, else the text that stands.
  var whole: String { lines.isEmpty ? text : lines.joined(separator: "\n") }

  /// The same text, taken up at a new presentation of its question.
  func takenUp(at presentation: Int) -> LongTextDraft {
    LongTextDraft(presentation: presentation, text: whole, hasNoEditor: hasNoEditor)
  }
}

/// Asking for a text of several lines: in an editor, or line by line until a dot alone.
extension Walk {
  func askForText(_ prompt: Prompt) {
    let work = work(at: prompt)
    texts[prompt.path]?.faultyLine = ""
    line.release()
    guard let event = read(request(for: work, at: prompt), at: prompt) else { return }
    let typed = texts[prompt.path]?.lines ?? []
    switch event {
    case .line(let line): take(line: line, ofTextAt: prompt)
    case .interrupted(let text) where text.isEmpty && !typed.isEmpty && mode.isAttended:
      texts[prompt.path]?.lines = []
      display.say(.note(words("interrupt.cleared")))
    case .endOfInput where !mode.isAttended && !typed.isEmpty:
      finish(texts[prompt.path]?.whole ?? "", at: prompt)
    default: take(event, at: prompt)
    }
  }

  /// The text that is being written at a question; a new one begins with what is there already.
  private func work(at prompt: Prompt) -> LongTextDraft {
    let known = texts[prompt.path]
    if let known, known.presentation == prompt.presentation { return known }
    let there = [line.kept, prompt.draft, prompt.defaultText].compactMap(\.self)
    let work =
      known?.takenUp(at: prompt.presentation)
      ?? LongTextDraft(
        presentation: prompt.presentation, text: there.first { !$0.isEmpty } ?? "")
    texts[prompt.path] = work
    tellOfText(work)
    return work
  }

  /// Shows the text that is there where nothing is drawn over, and says what can be done with it.
  private func tellOfText(_ work: LongTextDraft) {
    guard mode.showsPrompts, !display.draws, !work.text.isEmpty else { return }
    display.show(renderer.lines(ofKept: work.text))
    let count = work.text.split(separator: "\n", omittingEmptySubsequences: false).count
    let key = mode.isAttended && feed.hasEditor ? "long-text.kept.editor" : "long-text.kept"
    display.note(words(key, .integer(count)))
  }

  /// A request for the next line: above it are the lines so far, or the text they would replace.
  private func request(for work: LongTextDraft, at prompt: Prompt) -> LineRequest {
    let isBegun = !work.lines.isEmpty
    var request = display.request(
      at: prompt,
      writing: PromptRenderer.Writing(
        opensEditor: !isBegun && !work.hasNoEditor && feed.hasEditor,
        hasText: !isBegun && !work.text.isEmpty))
    request.initialText = work.faultyLine
    guard let above = request.above else { return request }
    let input = renderer.input(for: prompt).plainText
    if isBegun {
      request.above = { columns in
        above(columns) + work.lines.flatMap { (input + OneLine.text($0)).wrapped(to: columns) }
      }
    } else if !work.text.isEmpty {
      request.above = { [display] columns in
        let rows = above(columns)
        return rows + display.renderer(columns).lines(ofKept: work.text, below: rows.count)
      }
    }
    return request
  }

  private func take(line: String, ofTextAt prompt: Prompt) {
    guard var work = texts[prompt.path] else { return }
    // An empty line takes the place of no text that is there.
    if line.isEmpty, work.lines.isEmpty, mode.isAttended, !work.hasNoEditor || !work.text.isEmpty {
      return edit(prompt)
    }
    guard case .answer(let content) = PromptLine(line) else {
      take(.line(line), at: prompt)
      if let faulty = self.line.kept { texts[prompt.path]?.faultyLine = faulty }
      self.line.release()
      return
    }
    if !mode.isAttended, mode.showsPrompts {
      surface.message(renderer.input(for: prompt).plainText + OneLine.text(line))
    }
    let text = work.take(content)
    texts[prompt.path] = work
    if let text { finish(text, at: prompt) }
  }

  private func finish(_ text: String, at prompt: Prompt) {
    texts[prompt.path] = nil
    submit(.text(text), typed: text, at: prompt)
  }

  private func edit(_ prompt: Prompt) {
    switch feed.edit(texts[prompt.path]?.whole ?? "", extension: "txt") {
    case .edited(let new): finish(new, at: prompt)
    case .unavailable:
      texts[prompt.path]?.hasNoEditor = true
      display.say(.note(words("long-text.no-editor")))
    case .failed(let failure):
      show(error: words(failure))
    }
  }
}

extension Words {
  /// Why an editor gave no text, in words.
  func callAsFunction(_ failure: LongTextFailure) -> String {
    switch failure {
    case .notStarted(let code):
      self("long-text.not-started", .string(reason(of: code)))
    case .exit(let code): self("long-text.exit", .string(String(code)))
    case .signal(let signal): self("long-text.signal", .string(String(signal)))
    case .file(let code): self("long-text.file", .string(reason(of: code)))
    case .notUTF8: self("long-text.not-utf8")
    case .tooLong(let limit): self("input.too-long", .integer(limit))
    }
  }
}
