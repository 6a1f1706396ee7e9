import Flowline

/// A text of several lines that is being written.
struct LongTextDraft {
  /// The presentation it is written for.
  var presentation: Int
  /// The text that stands: from before, or from the editor.
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
    let known = texts[prompt.path]
    if known?.presentation != prompt.presentation {
      let work =
        known?.takenUp(at: prompt.presentation)
        ?? LongTextDraft(
          presentation: prompt.presentation, text: line.kept ?? prompt.draft ?? "")
      texts[prompt.path] = work
      tellOfText(work)
    }
    line.release()
    var request = display.request(at: prompt)
    if let above = request.above, let lines = texts[prompt.path]?.lines, !lines.isEmpty {
      let input = renderer.input(for: prompt).plainText
      request.above = { columns in
        above(columns) + lines.flatMap { (input + OneLine.text($0)).wrapped(to: columns) }
      }
    }
    request.initialText = texts[prompt.path]?.faultyLine ?? ""
    texts[prompt.path]?.faultyLine = ""
    guard let event = read(request, at: prompt) else { return }
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

  private func tellOfText(_ work: LongTextDraft) {
    guard mode.isAttended, !work.text.isEmpty else { return }
    let count = work.text.split(separator: "\n", omittingEmptySubsequences: false).count
    display.say(.note(words("long-text.standing", .integer(count))))
  }

  private func take(line: String, ofTextAt prompt: Prompt) {
    guard var work = texts[prompt.path] else { return }
    if line.isEmpty, work.lines.isEmpty, mode.isAttended, !work.hasNoEditor {
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
    let text = texts[prompt.path]?.whole ?? ""
    switch feed.edit(text.isEmpty ? prompt.defaultText ?? "" : text, extension: "txt") {
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
      self("long-text.not-started", .string(PrivateFile.Failure(path: "", code: code).reason))
    case .exit(let code): self("long-text.exit", .string(String(code)))
    case .signal(let signal): self("long-text.signal", .string(String(signal)))
    case .file(let code):
      self("long-text.file", .string(PrivateFile.Failure(path: "", code: code).reason))
    case .notUTF8: self("long-text.not-utf8")
    case .tooLong(let limit): self("input.too-long", .integer(limit))
    }
  }
}
