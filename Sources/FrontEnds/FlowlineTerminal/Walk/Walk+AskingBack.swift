import Flowline

/// Asking back about an answer: whether it was understood, and whether it is meant.
extension Walk {
  /// Says how an answer was understood where that is something else than what was typed, and asks
  /// for an Enter; only where a person cannot see it while typing.
  func asksBack(about answer: Answer, typed: String, at prompt: Prompt) -> Bool {
    guard manner.isAttended, !screen.draws, !prompt.isSensitive,
      case .success(let preview) = controller.preview(answer), let recorded = preview.recorded,
      let echo = preview.echo?.line, !echo.isEmpty, case .text(let text) = answer,
      Understanding(kind: prompt.kind).isSurprising(recorded, typed: text)
    else { return false }
    // What Enter takes by itself was shown as it will be taken.
    if text.allSatisfy(\.isWhitespace) { return false }
    line.confirm(answer, typed: typed)
    surface.show(renderer.say(words("understood", .string(echo))))
    return true
  }

  /// Shows which of many choices a part of a name fits, where that is several.
  func narrows(_ text: String, at prompt: Prompt) -> Bool {
    let choices = prompt.kind.choices
    guard manner.isAttended, choices.count > ChoiceFilter.glance, !usesMenu(at: prompt),
      case .failure(let refusal) = controller.preview(.text(text)),
      [.ambiguous, .notAChoice].contains(refusal.code)
    else { return false }
    let fitting = ChoiceFilter(choices).fitting(text)
    guard fitting.count > 1, fitting.count < choices.count else { return false }
    line.narrow()
    surface.show(
      renderer.say(words("choices.fitting", .integer(fitting.count), .string(OneLine.text(text))))
        + renderer.list(choices, fitting))
    return true
  }

  /// Asks whether an answer is meant that there is something to say about.
  func warn(
    of refusal: Refusal, _ answer: Answer, typed: String, at prompt: Prompt, isGiven: Bool
  ) {
    if !screen.draws, manner.showsPrompts || !manner.isAttended {
      surface.show(renderer.warning(refusal))
    }
    if manner.acceptsWarnings {
      return submit(answer, typed: typed, at: prompt, acknowledging: true)
    }
    guard manner.isAttended || !isGiven else {
      return leave(.refused(prompt, refusal.naming(manner.warningsOption, words)))
    }
    switch decision(about: refusal, typed, at: prompt) {
    case .goOn: submit(answer, typed: typed, at: prompt, acknowledging: true, isGiven: isGiven)
    case .goBack: line.keep(typed, at: prompt)
    case .left: break
    }
  }

  private enum Decision {
    case goOn
    case goBack
    /// The flow is being left.
    case left
  }

  private func confirmation(of refusal: Refusal, _ typed: String, at prompt: Prompt) -> LineRequest
  {
    var request = LineRequest(prompt: renderer.confirmation)
    request.isPlain = surface.look.isPlain
    request.ghostStyle = surface.look.style(.dim)
    request.hint = renderer.yesOrNo(standard: .bool(false))
    surround(&request, at: prompt)
    guard let above = request.above else { return request }
    let line = prompt.isSensitive ? words("word.hidden") : OneLine.text(typed)
    let answer = renderer.input(for: prompt).plainText + line
    request.above = { [unowned self] columns in
      above(columns) + answer.wrapped(to: columns) + renderer(columns).warning(refusal)
    }
    request.footer = { [unowned self] in renderer($0).confirmationFooter }
    return request
  }

  private func decision(
    about refusal: Refusal, _ typed: String, at prompt: Prompt
  ) -> Decision {
    while true {
      switch read(confirmation(of: refusal, typed, at: prompt), at: prompt) {
      case nil: return .left
      case .line(let typed)?:
        if !manner.isAttended, manner.showsPrompts {
          surface.message(renderer.confirmation.plainText + OneLine.text(typed))
        }
        // Nothing typed is a no.
        switch typed.trimmingSpaces.isEmpty ? false : words.yesOrNo(typed) {
        case true?: return .goOn
        case false?: break
        case nil where manner.isAttended:
          show(error: words("confirm.neither"))
          continue
        case nil: break
        }
        guard !manner.isAttended else { return .goBack }
        leave(.refused(prompt, refusal))
        return .left
      case .terminated(let signal, _)?:
        leave(.signalled(signal))
        return .left
      case .endOfInput? where feed.isGone && manner.isAttended:
        leave(.gone)
        return .left
      case _? where !manner.isAttended:
        leave(.refused(prompt, refusal.naming(manner.warningsOption, words)))
        return .left
      // Whoever does not say yes edits the answer.
      case _?: return .goBack
      }
    }
  }
}

extension Refusal {
  /// The same, naming the option by which the answer is taken all the same.
  fileprivate func naming(_ option: String?, _ words: Words) -> Refusal {
    guard let option else { return self }
    let sentences = [words(message), words("warning.option", .string(option))]
    return Refusal(
      code, Text(verbatim: sentences.joined(separator: " ")), arguments: arguments, range: range,
      isWarning: isWarning)
  }
}
