import Flowline

/// A text of several lines that is being written.
struct LongTextDraft {
  /// The presentation it is written for.
  var presentation: Int
  /// The text that a dot alone keeps: from before, from the editor, or what is taken by default.
  var text = ""
  /// The lines that were typed since.
  var lines: [String] = []
  /// A line to be offered for editing: one that was no text, or the last of those that were pasted.
  var offeredLine = ""
  /// Whether an editor was looked for in vain.
  var hasNoEditor = false

  /// Takes a line that was typed; returns the text if the line ends it: a dot alone.
  ///
  /// One dot more stands for a line of dots alone: two for one.
  mutating func take(_ line: String) -> String? {
    guard line == "." else {
      lines.append(Self.content(of: line))
      return nil
    }
    return whole
  }

  /// Takes lines that were pasted between what had been typed; the last one is offered for editing.
  ///
  /// They are text, whatever they look like: a dot alone ends nothing, and a colon begins no command.
  ///
  /// - Returns: the lines that were taken.
  mutating func paste(_ text: String, behind typed: String, before rest: String) -> [String] {
    var pasted = OneLine.lines(text)
    // What was typed may have a dot or a colon doubled.
    if case .answer(let content) = PromptLine(typed) {
      pasted[0] = pasted[0].isEmpty ? Self.content(of: content) : content + pasted[0]
    } else {
      pasted[0] = typed + pasted[0]
    }
    let last = pasted.removeLast()
    // Behind an empty line the rest begins one, and is text as well.
    offeredLine = Self.typed(
      for: last.isEmpty ? Self.text(of: rest, behind: typed) : last + rest)
    lines += pasted
    return pasted
  }

  /// The text that the rest of a line stands for, of which a part was typed before it.
  private static func text(of rest: String, behind typed: String) -> String {
    guard typed.isEmpty, case .answer(let answer) = PromptLine(rest) else { return rest }
    return content(of: answer)
  }

  /// The text that a line stands for: the line itself, but for dots alone, of which there is one fewer.
  fileprivate static func content(of line: String) -> String {
    line.count > 1 && isDots(line) ? String(line.dropFirst()) : line
  }

  private static func isDots(_ line: String) -> Bool {
    !line.isEmpty && line.allSatisfy { $0 == "." }
  }

  /// How a line of text is typed.
  private static func typed(for content: String) -> String {
    if isDots(content) { return "." + content }
    let begun = content.drop { $0 == " " || $0 == "\t" }
    return begun.hasPrefix(":") ? ":" + begun : content
  }

  /// The lines that were typed, else the text that was there.
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
    texts[prompt.path]?.offeredLine = ""
    line.release()
    guard let event = read(request(for: work, at: prompt), at: prompt) else { return }
    let typed = texts[prompt.path]?.lines ?? []
    switch event {
    case .line(let line): take(line: line, ofTextAt: prompt)
    case .pasted(let text, let typed, let rest):
      let lines = texts[prompt.path]?.paste(text, behind: typed, before: rest) ?? []
      if !display.draws { lines.forEach { show(line: $0, ofTextAt: prompt) } }
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
        hasText: !isBegun && !work.text.isEmpty, isBegun: isBegun))
    request.initialText = work.offeredLine
    request.takesLines = true
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
      if let faulty = self.line.kept { texts[prompt.path]?.offeredLine = faulty }
      self.line.release()
      return
    }
    if !mode.isAttended { show(line: line, ofTextAt: prompt) }
    let text = work.take(content)
    texts[prompt.path] = work
    tellOfDots(content)
    if let text { finish(text, at: prompt) }
  }

  /// Says what is kept of a line of dots where only what was typed is seen.
  private func tellOfDots(_ typed: String) {
    let kept = LongTextDraft.content(of: typed)
    guard mode.showsPrompts, !display.draws, kept != typed else { return }
    display.note(words("long-text.dots", .string(kept)))
  }

  /// Shows a line that nobody sees otherwise.
  private func show(line: String, ofTextAt prompt: Prompt) {
    guard mode.showsPrompts else { return }
    surface.message(renderer.input(for: prompt).plainText + OneLine.text(line))
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
