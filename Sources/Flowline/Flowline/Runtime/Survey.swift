/// What the questions of a journal look like, found out by running the flow over it once more, beside the
/// session.
struct Survey {
  /// What is to be found out.
  enum Aim: Equatable {
    /// Which answers may stand again behind one that is changed.
    case keeping
    /// What was asked, for people.
    case telling
    /// Which screen asked for one of the answers.
    case finding(RecordedAnswer)
  }

  /// A question that has its answer, before the flow has gone on.
  struct Asked {
    let path: StepPath
    let place: TextPlace?
    /// What a person would have been shown; nil if nobody wants to know.
    let prompt: Prompt?
  }

  let aim: Aim
  /// The world in which people are told; nil for the one in which each question was put.
  private(set) var environment: FlowEnvironment?
  /// The answers with what their questions look like, in order.
  fileprivate(set) var kept: [GivenAnswers.Entry] = []
  /// The questions, in order.
  fileprivate(set) var prompts: [Prompt] = []
  /// The screen that is looked for, with where its texts are; nil as long as it was not come to.
  fileprivate(set) var found: (screen: any Screen, place: TextPlace?)?
  /// How many answers were come to.
  fileprivate(set) var count = 0
  /// Whether the flow came to an effect that has no reply: what it does behind that says nothing.
  var isCutShort = false
}

extension Session {
  /// The questions of the answers that stand, in order.
  var answeredQuestions: [AnsweredQuestion] {
    guard root != nil else { return [] }
    return questions(
      in: survey(.telling, of: engine.journal.entries).prompts, of: engine.journal.answers)
  }

  /// Prompts with the answers they got: all valid ones of the session.
  func questions(in prompts: [Prompt], of answers: [RecordedAnswer]) -> [AnsweredQuestion] {
    zip(zip(prompts, answers), engine.answersBefore)
      .prefix { asked, _ in asked.0.path == asked.1.path }
      .map { asked, before in
        AnsweredQuestion(prompt: asked.0, answer: asked.1, before: before)
      }
  }

  /// Runs the flow over a journal once more, beside the session, and notes what it asks.
  func survey(_ aim: Survey.Aim, of entries: [JournalEntry]) -> Survey {
    guard let root else { return Survey(aim: aim) }
    let shadow = Session(presenter: nil, controller: WeakController())
    shadow.runsBeside(self)
    shadow.engine.startAnew(
      head: engine.journal.head, replaying: ReplayCursor(entries), replies: RecordedReplies([]))
    shadow.root = root.shadow
    shadow.forms = RecordedForms(beside: forms)
    shadow.clock = clock
    shadow.survey = Survey(aim: aim, environment: aim == .telling ? environment : nil)
    shadow.engine.given.keep(
      engine.secrets.map {
        GivenAnswers.Entry(path: $0.path.ids, content: .secret($0.number), condition: .stood)
      })
    return shadow.executor.own {
      shadow.engine.starting()
      _ = shadow.run()
      _ = shadow.engine.terminated(.abandoned)
      _ = shadow.run()
      return shadow.survey ?? Survey(aim: aim)
    }
  }

  /// Has bodies that still wait unwind later, while another session is owned: both run the same flow.
  ///
  /// A body may wait for something that the session does not know of.
  private func runsBeside(_ other: Session) {
    let weak = WeakSession(self)
    let executor = other.executor
    self.executor.settle { executor.post { weak.session?.runBeside() } }
  }

  private func runBeside() { executor.own { _ = run() } }

  /// A question that is about to have its answer; nil if no survey is under way.
  func surveyQuestion(_ screen: any Screen, at place: TextPlace?, in branch: BranchID)
    -> Survey.Asked?
  {
    guard let survey else { return nil }
    return Survey.Asked(
      path: engine.tree.path(of: branch), place: place,
      prompt: survey.aim == .telling
        ? prompt(of: screen, at: place, in: branch, presentation: -1) : nil)
  }

  /// Notes a question that has its answer.
  ///
  /// What was asked back about it then was acknowledged.
  func note<Asked: Screen>(
    _ asked: Survey.Asked, of screen: Asked, _ content: GivenAnswers.Entry.Content,
    _ value: Asked.Output
  ) {
    let number = survey?.count ?? 0
    survey?.count += 1
    if case .finding(let answer)? = survey?.aim {
      if answer.number == number, answer.path == asked.path {
        survey?.found = (screen, asked.place)
      }
    } else if let prompt = asked.prompt {
      survey?.prompts.append(prompt)
    } else {
      survey?.kept.append(
        GivenAnswers.Entry(
          path: asked.path.ids, content: content,
          condition: .same(fingerprint: fingerprint(of: screen, at: asked.place)),
          isAcknowledged: screen.warning(about: value, in: environment.at(asked.place)) != nil))
    }
  }
}
