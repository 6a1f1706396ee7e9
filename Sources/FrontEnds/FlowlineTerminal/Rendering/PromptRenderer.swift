package import Flowline

/// Draws prompts and refusals as lines of text; where they go is nobody's matter here.
package struct PromptRenderer {
  let look: Look
  let words: Words
  let columns: Int
  /// How many rows the window has.
  let rows: Int

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - look: colours and signs.
  ///   - words: the language.
  ///   - columns: how wide a line may be; at least 1.
  ///   - rows: how many rows the window has: a page that is drawn over takes as many as there is
  ///     room for.
  package init(look: Look, words: Words, columns: Int, rows: Int = 24) {
    self.look = look
    self.words = words
    self.columns = max(columns, 1)
    self.rows = rows
  }

  /// What of a question is drawn beside its line, and is not needed above it.
  package struct Sides: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The choices are in a menu below the line.
    package static let menu = Sides(rawValue: 1)
    /// The keys that count are in a row below everything, and what is accepted is said with an error.
    package static let keys = Sides(rawValue: 2)
  }

  /// What is shown above the line that is typed: the person's position, the page, the question, the
  /// choices and how to answer.
  ///
  /// - Parameters:
  ///   - prompt: the question.
  ///   - sides: what is drawn beside the line.
  ///   - isAttended: whether there is a person who types.
  ///   - hasEditor: whether that person can open a text in an editor.
  /// - Returns: the lines, from top to bottom.
  package func lines(
    for prompt: Prompt, beside sides: Sides = [], isAttended: Bool = true, hasEditor: Bool = false
  ) -> [String] {
    let above = above(prompt, beside: sides)
    var below = below(prompt, beside: sides)
    if !sides.contains(.keys) {
      below += rule(of: prompt, isAttended: isAttended, hasEditor: hasEditor)
    }
    let limit = pageLimit(of: prompt, beside: sides)
    let page = PageRenderer(look: look, words: words, columns: columns, limit: limit)
    return above + page.lines(for: prompt.page) + below
  }

  /// What is above the page.
  private func above(_ prompt: Prompt, beside sides: Sides) -> [String] {
    let held = prompt.hold.map(lines) ?? []
    let isTitle = prompt.kind == .review
    return trail(of: prompt) + held + (isTitle ? question(of: prompt, beside: sides) : [])
  }

  /// What is below the page, but for what is accepted.
  private func below(_ prompt: Prompt, beside sides: Sides) -> [String] {
    let isTitle = prompt.kind == .review
    let choices = prompt.kind.choices
    return (isTitle ? [] : question(of: prompt, beside: sides))
      + (sides.contains(.menu) ? [] : list(choices, Array(choices.indices))) + help(of: prompt)
  }

  /// What a question that is drawn over has besides its own rows: the blank row, the line, some
  /// choices, the keys.
  static let rowsBeside = 5

  /// How many rows of each section of a page are shown; nil if the window has room for all.
  func pageLimit(of prompt: Prompt, beside sides: Sides) -> Int? {
    guard sides.contains(.keys), PageRenderer.canBeCut(prompt.page) else { return nil }
    let taken = above(prompt, beside: sides).count + below(prompt, beside: sides).count
    return PageRenderer(look: look, words: words, columns: columns)
      .rowLimit(for: prompt.page, rows: rows - Self.rowsBeside - taken)
  }

  /// What is before the line that is typed.
  package func input(for prompt: Prompt) -> PromptText {
    guard look.isPlain else { return typed }
    if prompt.isSensitive { return PromptText(words("prompt.secret")) }
    return PromptText(words(prompt.kind == .review ? "prompt.continue" : "prompt.answer"))
  }

  /// What is before a secret that is typed once more.
  var repetition: PromptText {
    look.isPlain
      ? PromptText(words("prompt.secret.again"))
      : PromptText(words("prompt.again"), style: look.style(.trail))
  }

  /// What is before a yes or a no about an answer that there is something to say about.
  var confirmation: PromptText { look.isPlain ? PromptText(words("prompt.confirm")) : typed }

  private var typed: PromptText {
    PromptText(columns < 8 ? ">" : "> ", style: look.style(.trail))
  }

  private func question(of prompt: Prompt, beside sides: Sides) -> [String] {
    let question = prompt.question.line
    // What is taken by Enter alone is in the line, or selected, where things are drawn beside it.
    guard !look.isPlain, sides.isEmpty, prompt.kind.isAnsweredByEnter,
      let standard = prompt.defaultText
    else {
      return look.lines(question, .question, columns: columns)
    }
    let lines = "\(question) [\(OneLine.text(standard))]".wrapped(to: columns)
    return lines.map { look.paint($0, .question) }
  }

  /// What the flow says about the question.
  private func help(of prompt: Prompt) -> [String] {
    guard let help = prompt.help?.line, !help.isEmpty else { return [] }
    return look.lines(help, .dim, columns: columns)
  }

  /// What is accepted, in words.
  private func rule(of prompt: Prompt, isAttended: Bool, hasEditor: Bool) -> [String] {
    var sentences = isRuleObvious(of: prompt) ? [] : [prompt.accepts.line]
    if look.isPlain, prompt.kind.isAnsweredByEnter, let standard = prompt.defaultText {
      sentences.append(words("prompt.default", .string(OneLine.text(standard))))
    }
    if prompt.isSensitive { sentences.append(words("prompt.secret.hint")) }
    if let manual = manual(for: prompt.kind, isAttended: isAttended, hasEditor: hasEditor) {
      sentences.append(words(manual))
    }
    if prompt.isSkippedByDot, prompt.defaultText?.isEmpty ?? true {
      sentences.append(words("hint.long-text.skip"))
    }
    guard !sentences.isEmpty else { return [] }
    return look.lines(sentences.joined(separator: " "), .dim, columns: columns)
  }

  /// Whether what is accepted need not be said: the flow has said what the question is about, and
  /// any line of an ordinary length is taken.
  private func isRuleObvious(of prompt: Prompt) -> Bool {
    guard case .text(let length) = prompt.kind, let help = prompt.help?.line else { return false }
    let isOrdinary = length.lowerBound <= 1 && length.upperBound >= 100
    return isOrdinary && !help.isEmpty && !prompt.isOptional && !prompt.isSensitive
  }

  /// The key of the sentence that says how such an answer is typed; nil if that needs none.
  private func manual(for kind: PromptKind, isAttended: Bool, hasEditor: Bool) -> String? {
    switch kind {
    case .longText: isAttended && hasEditor ? "hint.long-text" : "hint.long-text.lines"
    case .secret(_, true): isAttended ? "hint.secret.twice" : nil
    case .path, .file: isAttended ? "hint.path" : nil
    case .choice(let choices) where isAttended && choices.count > ChoiceFilter.glance:
      "hint.narrow"
    default: nil
    }
  }
}

extension PromptKind {
  /// Whether an Enter alone takes what is taken by default: not at a page, which has no answer, and
  /// not in a text of several lines, where Enter begins a line.
  var isAnsweredByEnter: Bool {
    switch self {
    case .review, .longText: false
    default: true
    }
  }
}

extension PromptRenderer {
  /// The lines of a text that is kept unless another is typed, below its question.
  ///
  /// - Parameter taken: the rows above it, if it is drawn over: as many lines follow as there is room for; nil
  ///   for all lines.
  func lines(ofKept text: String, below taken: Int? = nil) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      look.lines("  " + OneLine.text(String($0)), .dim, columns: columns)
    }
    guard let taken else { return lines }
    let room = max(rows - Self.rowsBeside - taken, PageRenderer.glance)
    guard lines.count > room + 1 else { return lines }
    let more = look.paint("  " + words("page.more", .integer(lines.count - room)), .dim)
    return Array(lines.prefix(room)) + [more]
  }

  /// A list of some of the choices, by their numbers among all.
  func list(_ choices: [Choice], _ indices: [Int]) -> [String] {
    guard !look.isPlain else {
      return indices.flatMap { index in
        look.lines(
          words("plain.choice", .string(String(index + 1)), .string(sentence(of: choices[index]))),
          columns: columns)
      }
    }
    let digits = String(choices.count).count
    let width = indices.map { DisplayWidth.of(choices[$0].label.line.isolated) }.max() ?? 0
    return indices.flatMap { index in
      let number = String(index + 1)
      let gutter = "  " + String(repeating: " ", count: digits - number.count) + number + "  "
      return lines(for: choices[index], gutter: gutter, labelWidth: width)
    }
  }

  /// A choice and its detail: one sentence with a comma, or two if one of them is a sentence already.
  private func sentence(of choice: Choice) -> String {
    let parts = [choice.label, choice.detail].compactMap { $0?.line }.filter { !$0.isEmpty }
    let areSentences = parts.contains { $0 == $0.asSentence }
    let texts = parts.map { areSentences ? $0.isolated.asSentence : $0.isolated }
    return texts.joined(separator: areSentences ? " " : ", ").asSentence
  }

  private func lines(for choice: Choice, gutter: String, labelWidth: Int) -> [String] {
    guard let detail = choice.detail?.line.isolated, !detail.isEmpty else {
      return look.lines(gutter + choice.label.line.isolated, columns: columns)
    }
    let label = gutter + choice.label.line.isolated.padded(to: labelWidth) + "  "
    if DisplayWidth.of(label + detail) <= columns {
      return [label + look.paint(detail, .dim)]
    }
    let indent = String(repeating: " ", count: gutter.count)
    return look.lines(gutter + choice.label.line.isolated, columns: columns)
      + look.lines(indent + detail, .dim, columns: columns)
  }
}
