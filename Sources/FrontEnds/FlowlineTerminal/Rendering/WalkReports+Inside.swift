import Flowline

/// Looking inside a walk: what is going on, and why it is so. Made from what the engine tells of
/// itself and from nothing else.
extension WalkReports {
  /// Why the question is asked, why the last line was not taken, and why one cannot go back.
  ///
  /// - Parameters:
  ///   - prompt: the question that waits.
  ///   - inspection: the open flows.
  ///   - legal: what may be done now.
  ///   - refusedLine: a line that was not taken and never came to the flow.
  /// - Returns: the lines, from top to bottom.
  func why(
    _ prompt: Prompt, _ inspection: FlowInspection, _ legal: LegalInputs,
    refusedLine: AnswerLine.Refused?
  ) -> [String] {
    var lines: [String] = []
    if let refusedLine {
      let refusal = refusedLine.refusal
      lines += refused(
        refusedLine.typed, words(refusal.message), refusal.code, refusal.range)
    } else if let refused = inspection.refused {
      lines += self.refused(
        refused.answer ?? "", refused.message.line, refused.code, refused.range)
    }
    let reason = prompt.reason.map { words("why.asked", .string($0.line)) }
    lines += wrapped(reason ?? words("why.unknown"))
    lines += asker(prompt)
    lines += wrapped(words("why.id", .string(prompt.accessibilityID)))
    if case .failure(let refusal) = legal.back {
      lines += wrapped(words("why.back", .string(words(refusal.message))))
    }
    return lines
  }

  private func refused(
    _ typed: String, _ message: String, _ code: Refusal.Code, _ range: Range<Int>?
  ) -> [String] {
    let key = code == .notACommand ? "why.refused.command" : "why.refused"
    var sentences = [
      typed.isEmpty
        ? words("why.refused.hidden", .string(message))
        : words(key, .string(OneLine.excerpt(typed, limit: 60)), .string(message))
    ]
    if let fault = range.flatMap({ Fault(in: typed, at: $0) }), !fault.text.isEmpty {
      sentences.append(
        words("refusal.place", .string(fault.text), .string(String(fault.place))))
    }
    sentences.append(words("why.code", .string(code.rawValue)))
    return sentences.flatMap(wrapped)
  }

  /// Which flow asks, and the way there.
  private func asker(_ prompt: Prompt) -> [String] {
    guard let asker = prompt.trail.dropLast().last else { return [] }
    let way = prompt.trail.map(\.line).joined(separator: renderer.look.isPlain ? ", " : separator)
    return wrapped(words("why.asker", .string(asker.line), .string(way)))
  }

  /// The open flows with what they do and how long they are open, what is under way, and how many
  /// answers are valid.
  func state(_ inspection: FlowInspection) -> [String] {
    switch inspection.state {
    case .idle: return wrapped(words("state.idle"))
    case .ended: return wrapped(words("state.ended"))
    case .running, .asking, .working, .waiting, .held, .ending: break
    }
    return inspection.flows.flatMap { state(of: $0, in: inspection) }
      + inspection.effects.flatMap { wrapped(state(of: $0)) }
      + wrapped(words("state.answers", .integer(inspection.answers)))
  }

  /// A flow's line, as deep in as the flow; in plain mode it says in words what it is inside of.
  private func state(
    of flow: FlowInspection.OpenFlow, in inspection: FlowInspection
  ) -> [String] {
    let line = words(
      "state.line", .string(name(of: flow)), .string(words("state.\(flow.state.rawValue)")),
      .string(duration(flow.milliseconds)))
    guard !renderer.look.isPlain else {
      let parent = flow.parent.map { inspection.flows[$0].title.line }
      let inside = parent.map { words("state.line.plain", .string(line), .string($0)) }
      return wrapped((inside ?? line).asSentence)
    }
    // Very deep flows are not worth the whole line.
    let depth = min(inspection.path(to: flow).ids.count - 1, renderer.columns / 8)
    let indent = String(repeating: "  ", count: depth)
    return line.wrapped(to: max(renderer.columns - indent.count, 1)).map { indent + $0 }
  }

  private func name(of flow: FlowInspection.OpenFlow) -> String {
    guard !flow.isScreen else { return flow.title.line }
    return words("state.flow", .string(flow.title.line), .string(String(flow.version)))
  }

  private func state(of effect: FlowInspection.Effect) -> String {
    if effect.isWait { return words(effect) }
    let time = TextArgument.string(duration(effect.milliseconds))
    let name = TextArgument.string(OneLine.text(effect.id.rawValue))
    guard let key = effect.key else { return words("state.load", name, time) }
    return words("state.commit", name, time, .string(key))
  }

  /// A time in words, to the second; from an hour on to the minute.
  func duration(_ milliseconds: Int) -> String {
    let seconds = milliseconds / 1000
    func text(_ number: Int) -> TextArgument { .string(String(number)) }
    if seconds < 60 { return words("state.seconds", text(seconds)) }
    if seconds < 3600 { return words("state.minutes", text(seconds / 60), text(seconds % 60)) }
    return words("state.hours", text(seconds / 3600), text(seconds / 60 % 60))
  }

  private var separator: String { renderer.look.separator }
}
