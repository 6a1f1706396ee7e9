import Flowline
import FlowlineHost

/// Answers that came too late: nothing that was typed is lost.
extension SiteCall {
  /// Leads on after an answer was sent: what was typed comes back if it was not taken.
  ///
  /// - Parameters:
  ///   - reply: what became of the answer.
  ///   - isCarrying: whether something was typed on other pages, which comes along.
  ///   - isNavigation: whether it was chosen from a menu, so that nobody has changed an answer by it.
  func led(
    byAnswer reply: HostedReply, carrying isCarrying: Bool, isNavigation: Bool = false
  ) async throws -> SiteReply {
    switch reply.reception {
    case .accepted, .revised:
      let token = try token
      // Nothing is asked any more that could be filled in.
      if reply.state.end != nil { await forgetAllTyped() } else { await forgetTyped(for: token) }
      // A session that is left for later has no page that could take anything along.
      if reply.state.isPaused, isCarrying {
        _ = try? await service.typed?.keep(body.carried(besides: "\(token)"), of: reply.state.key)
      }
      return led(by: reply, carrying: isCarrying, besides: token, isNews: !isNavigation)
    case .refused, .outdated:
      guard !reply.state.isPaused else { return led(by: reply) }
      return try await unsent(in: reply.state, reply.reception.notice ?? .outdated)
    }
  }

  /// Answers a post that is for none of the questions that wait.
  ///
  /// If the same is asked again, its fields hold what was posted. What has no field is shown to be copied, and of
  /// what was chosen is said that it was decided another way.
  ///
  /// - Parameters:
  ///   - state: how the session stands.
  ///   - notice: why the post was not taken.
  ///   - cookie: what the browser is to keep.
  func unsent(
    in state: HostedState, _ notice: Notice = .outdated, _ cookie: Cookie? = nil
  ) async throws -> SiteReply {
    let context = context(for: state)
    var unsent = UnsentAnswers(body.own.withoutUnsentBefore)
    // What was typed on other pages is to be copied as well once nothing is asked any more.
    let others = state.questions.isEmpty ? carried.pages : []
    let mayDecide = mayDecide
    let recorded =
      unsent.isEmpty && others.isEmpty && !mayDecide
      ? [] : try await service.host.answers(of: key)
    var isTaken = false
    if !unsent.isEmpty {
      unsent.remove(
        recordedIn: recorded, from: body[FieldName.step],
        in: body.environment(or: context.words.environment))
      isTaken = unsent.isEmpty
    }
    var again: AskedQuestion?
    if !isTaken { again = try await askedAgain(in: state) }
    if let again { unsent.remove(shownIn: again) }
    if !isTaken { unsent.add(UnsentAnswers(body.unsentBefore)) }
    for page in others {
      var other = UnsentAnswers(page)
      other.remove(
        recordedIn: recorded, from: page[FieldName.step],
        in: page.environment(or: context.words.environment))
      unsent.add(other)
    }
    var late: [LateDecision] = []
    if again == nil, mayDecide, let token = try? token {
      late = LateDecision.all(in: body, to: token, of: recorded, context.words)
    }
    guard again != nil || !unsent.isEmpty || !late.isEmpty else {
      return leading(
        to: state, notice, carrying: try await carries(in: state), besides: try? token, cookie)
    }
    guard !state.questions.isEmpty else {
      let page = UnsentPage(
        session: state.key.session, flow: state.title.text, hasEnded: state.end != nil,
        answers: unsent, late: late, posted: body.withoutSecrets)
      return .page(page.page(in: context), context, cookie)
    }
    var asked = try await stepPage(of: state, with: again)
    for question in asked.questions { unsent.add(question.overtaken) }
    (asked.notice, asked.unsent) = (nil, unsent)
    var page = asked.page(in: context)
    let text =
      again == nil
      ? (late.map { $0.text(in: context.words) } + [notice.text(in: context.words)])
        .joined(separator: " ")
      : context.words("unsent.again")
    let main = page.main
    page.main = HTML {
      Parts.notice(text, isFocused: true)
      main
    }
    (page.status, page.isError) = (409, true)
    return .page(page, context, cookie)
  }

  /// Whether something may have been decided on the page that was posted: it was sent as an answer, by a button
  /// that says so or, unless only another language was chosen, by one that does not.
  private var mayDecide: Bool {
    guard body[FieldName.answer] != nil || body[FieldName.shown] != nil else { return false }
    guard let word = body[FieldName.action] else { return body[FieldName.language] == nil }
    return word == PageAction.answer.rawValue || word == PageAction.acknowledge.rawValue
  }

  /// The question that asks the same as the page that was posted, filled in with it; nil if none does.
  private func askedAgain(in state: HostedState) async throws -> AskedQuestion? {
    guard let question = state.questions.first(where: { body.isFrom($0.prompt) }) else {
      return nil
    }
    let kept = try await keepFiles()
    // It may be less sensitive than it was.
    var call = self
    call.body = body.withoutSecrets
    return call.again(try await call.read(question, kept, in: state), in: state)
  }
}

extension HostedReception {
  /// What a page says of it; nil if there is nothing to say.
  var notice: Notice? {
    switch self {
    case .accepted: nil
    case .revised: .revised
    case .outdated(.committed), .outdated(.committing): .committed
    case .outdated: .outdated
    case .refused(let refusal) where [.committed, .committing].contains(refusal.code): .committed
    case .refused: .unchanged
    }
  }
}
