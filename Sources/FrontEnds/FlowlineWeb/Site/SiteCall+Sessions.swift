import Flowline
import FlowlineHost
import FoundationEssentials

/// Pages of sessions as they stand.
extension SiteCall {
  /// How long a request waits for the next question before the page says that something is under way.
  static let patience = Duration.seconds(1)

  /// Which page of a session an address is for.
  enum Place {
    case any
    case working
    case end
  }

  /// Where a session is to be seen.
  func place(of state: HostedState, _ notice: QuestionPage.Notice? = nil) -> WebLink {
    let (paths, id) = (service.paths, state.key.session)
    if state.end != nil { return paths.end(id) }
    guard let question = state.question else { return paths.working(id) }
    guard !state.asksTogether else { return paths.session(id) }
    let step = paths.step(id, question.token)
    guard let notice else { return step }
    return WebLink(step.text + "?notice=\(notice.rawValue)") ?? step
  }

  /// Leads on after something was done, or could not be.
  func led(by reply: HostedReply) -> SiteReply {
    if reply.state.isPaused { return paused(reply.state) }
    switch reply.reception {
    case .accepted: return .seeOther(place(of: reply.state))
    case .revised: return .seeOther(place(of: reply.state, .revised))
    case .refused: return .seeOther(place(of: reply.state, .unchanged))
    case .outdated(.committed), .outdated(.committing):
      return .seeOther(place(of: reply.state, .committed))
    case .outdated: return .seeOther(place(of: reply.state, .outdated))
    }
  }

  private func paused(_ state: HostedState) -> SiteReply {
    let setting = setting(for: state)
    return .page(SessionPages(state: state, setting: setting).paused, setting)
  }

  /// What can be started, and what was.
  func home(problem: Refusal? = nil) async throws -> SiteReply {
    let catalog = try await service.host.catalog(of: user)
    let sessions = try await service.host.list(SessionQuery(of: user, limit: 50))
    let setting = setting()
    let page = HomePage(
      catalog: catalog, sessions: sessions.items, setting: setting, newSession: { UUID() },
      problem: problem.map { setting.words.resolved($0.message) })
    return .page(page.page, setting, status: problem == nil ? 200 : 409)
  }

  /// Starts the flow that the address names; the same form sent twice starts one session.
  func start() async throws -> SiteReply {
    let session = body[FieldName.session].flatMap { UUID(uuidString: $0) } ?? UUID()
    do {
      let state = try await service.host.start(
        FlowID(parameters["flow"] ?? ""), as: SessionKey(user, session), in: environment,
        patience: Self.patience)
      return .seeOther(place(of: state))
    } catch {
      guard error.code == .notOffered else { throw error }
      return try await home(problem: error.refusal)
    }
  }

  /// A session as it stands, at the address it has then.
  func session(at place: Place = .any) async throws -> SiteReply {
    let state = try await service.host.state(of: key, patience: .zero)
    let setting = setting(for: state)
    let pages = SessionPages(state: state, setting: setting)
    if let end = state.end {
      guard place == .end else { return .seeOther(self.place(of: state)) }
      let answers = try await service.host.answers(of: key)
      return .page(pages.ended(end, answers: answers), setting)
    }
    if state.asksTogether, place == .any {
      return .page(pages.together(state.questions.map { page(of: $0, in: state) }), setting)
    }
    guard state.questions.isEmpty, place == .working else {
      return .seeOther(self.place(of: state))
    }
    return .page(state.isSettled ? pages.waiting : pages.working, setting)
  }

  func page(of question: HostedQuestion, in state: HostedState) -> QuestionPage {
    var page = QuestionPage(
      question: question, state: state, setting: setting(for: state),
      shown: ShownAnswers(of: question.prompt, in: state.environment))
    page.notice = notice
    page.isPart = state.asksTogether
    // What was refused by a check, or had been given beforehand.
    if let refused = question.prompt.refused {
      page.refusal = refused.refusal(of: question.prompt.form)
    }
    return page
  }
}

extension HostedState {
  /// Whether several questions wait, or one beside a wait.
  var asksTogether: Bool {
    questions.count > 1 || !questions.isEmpty && underWay.contains(where: \.isWait)
  }
}

extension RefusedAnswer {
  /// The refusal as it was told, with those of a form's fields.
  fileprivate func refusal(of form: FormPrompt?) -> Refusal {
    var fields: [StepID: Refusal] = [:]
    for field in form?.fields ?? [] {
      if let refused = field.refused {
        fields[field.id] = Refusal(refused.code, Text(verbatim: refused.message.text))
      }
    }
    return Refusal(code, Text(verbatim: message.text), fields: fields, isWarning: isWarning)
  }
}
