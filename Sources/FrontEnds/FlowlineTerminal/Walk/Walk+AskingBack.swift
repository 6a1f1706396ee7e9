import Flowline

/// Asking back about an answer: whether it was understood, and whether it is meant.
extension Walk {
  /// Says how an answer was understood where that is something else than what was typed, and asks
  /// for an Enter; only where a person cannot see it while typing.
  func asksBack(about answer: Answer, typed: String, at prompt: Prompt) -> Bool {
    guard mode.isAttended, !display.draws, !prompt.isSensitive,
      case .success(let preview) = controller.preview(answer), let recorded = preview.recorded,
      let echo = preview.echo?.line, !echo.isEmpty, case .text(let text) = answer,
      Understanding(kind: prompt.kind).isSurprising(recorded, typed: text)
    else { return false }
    // What Enter takes by itself was shown as it will be taken.
    if text.allSatisfy(\.isWhitespace) { return false }
    line.confirm(answer, typed: typed)
    display.show(renderer.say(words("understood", .string(echo))))
    return true
  }

  /// Shows which of many choices a part of a name fits, where that is several.
  func narrows(_ text: String, at prompt: Prompt) -> Bool {
    let choices = prompt.kind.choices
    guard mode.isAttended, choices.count > ChoiceFilter.glance, !display.usesMenu(at: prompt),
      case .failure(let refusal) = controller.preview(.text(text)),
      [.ambiguous, .notAChoice].contains(refusal.code)
    else { return false }
    let fitting = ChoiceFilter(choices).fitting(text)
    guard fitting.count > 1, fitting.count < choices.count else { return false }
    line.narrow()
    display.show(
      renderer.say(words("choices.fitting", .integer(fitting.count), .string(OneLine.text(text))))
        + renderer.list(choices, fitting))
    return true
  }

  /// Asks whether an answer is meant that there is something to say about.
  func warn(
    of refusal: Refusal, _ answer: Answer, typed: String, at prompt: Prompt, isGiven: Bool
  ) {
    if !display.draws, mode.showsPrompts || !mode.isAttended {
      display.show(renderer.warning(refusal))
    }
    if mode.acceptsWarnings {
      return submit(answer, typed: typed, at: prompt, acknowledging: true)
    }
    guard mode.isAttended || !isGiven else {
      return leave(.refused(prompt, refusal.naming(mode.warningsOption, words)))
    }
    while true {
      guard let event = read(confirmation(of: refusal, typed, at: prompt), at: prompt) else {
        return
      }
      if case .line(let reply) = event { echo(reply, at: prompt, behind: renderer.confirmation) }
      switch context(at: prompt).reply(of: event, words.yesOrNo) {
      case .goOn:
        return submit(answer, typed: typed, at: prompt, acknowledging: true, isGiven: isGiven)
      case .goBack: return line.keep(typed, at: prompt)
      case .askAgain: show(error: words("confirm.neither"))
      case .refused: return leave(.refused(prompt, refusal))
      case .unanswered:
        return leave(.refused(prompt, refusal.naming(mode.warningsOption, words)))
      case .leave(let end): return leave(WalkEnd(end, at: prompt))
      }
    }
  }

  private func confirmation(
    of refusal: Refusal, _ typed: String, at prompt: Prompt
  ) -> LineRequest {
    var request = display.request(at: prompt, renderer.confirmation)
    request.hint = renderer.yesOrNo(standard: .bool(false))
    guard let above = request.above else { return request }
    let line = prompt.isSensitive ? words("word.hidden") : OneLine.text(typed)
    let answer = renderer.input(for: prompt).plainText + line
    request.above = { [display] columns in
      above(columns) + answer.wrapped(to: columns) + display.renderer(columns).warning(refusal)
    }
    request.footer = { [display] in display.renderer($0).confirmationFooter }
    return request
  }
}

extension Refusal {
  /// The same, naming the option by which the answer is taken all the same.
  fileprivate func naming(_ option: String?, _ words: Words) -> Refusal {
    option.map { followed(by: words("warning.option", .string($0)), words) } ?? self
  }

  /// The same with a sentence more.
  func followed(by sentence: String, _ words: Words) -> Refusal {
    Refusal(
      code, Text(verbatim: "\(words(message)) \(sentence)"), arguments: arguments, range: range,
      isWarning: isWarning)
  }
}
