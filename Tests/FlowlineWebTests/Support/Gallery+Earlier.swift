import Flowline

@testable import FlowlineHost
@testable import FlowlineWeb

/// Pages that follow from what was done before, in this tab or in another one.
extension Gallery {
  /// A page of each notice, of a secret that is asked again, of a decision that came too late, of work while what
  /// was typed comes along, and of links that lead elsewhere.
  mutating func addEarlier() throws {
    for notice in [Notice.outdated, .moved, .committed, .unchanged, .partly] {
      add("notice-\(notice.rawValue)", stage, notice: notice)
    }
    let secret = Stage(at: Kinds.secret, locale)
    if let placed = secret.controller.placedPrompts.first {
      let question = HostedQuestion(placed, isBesideLoad: false, isRebuilt: false)
      add("asked-again", secret, AskedQuestion(question, words: secret.words))
    }
    try addLateDecision()
    addCarryingWork()
    add("kind-link", Stage(at: Self.link, locale))
  }

  /// Somewhere else to go to, under a name of its own and under its address.
  private static let link = Kinds.Kind("link") {
    ReviewScreen(
      "log-in", "Log in at the bank",
      page: [
        Section(rows: [
          Row("Open the page of the bank", address: "https://bank.example/log-in"),
          Row(address: "https://bank.example/help"),
        ])
      ])
  }

  private mutating func addLateDecision() throws {
    let decided = Stage(at: Kinds.confirm, locale)
    try decided.post(PostedBody(["answer": "yes"]))
    let answers = decided.controller.answeredQuestions.map { HostedAnswer($0) }
    guard let last = answers.last else { return }
    let body = PostedBody(["answer": "no"])
    let late = LateDecision.all(in: body, to: last.token, of: answers, decided.words)
    for hasEnded in [false, true] {
      let page = UnsentPage(
        session: decided.session, flow: "open an account", hasEnded: hasEnded,
        answers: UnsentAnswers(), late: late, posted: body)
      add("late-decision\(hasEnded ? "-ended" : "")", page.page(in: decided.context))
    }
  }

  private mutating func addCarryingWork() {
    let typed = PostedBody([
      "answer": "ada@example.com", "answer/question": "E-mail?", "step": "a",
    ])
    var context = stage.context
    context.keepsTyped = true
    let kinds: [(String, FlowInspection.Effect.Kind)] = [
      ("load", .load), ("commit", .commit), ("event", .event),
    ]
    for (name, kind) in kinds {
      let page = WorkPage(
        session: stage.session, flow: "create a goal", work: [.init(kind: kind)],
        shown: ShownState(""), canStop: name == "load", carried: CarriedPages([typed]).fields)
      add("work-carrying-\(name)", page.page(in: context), in: context)
    }
  }

  /// Pages of somebody who has logged in, with the way to log out.
  mutating func addLoggedIn() {
    var layout = WebLayout(serviceName: "Example Bank")
    layout.account = { user, page in
      page.way(to: WebLink(path: ["log-out"])) { "Log out \(user)" }
    }
    let paths = SitePaths(base: [])
    var context = PageContext(
      words: stage.words, layout: layout, paths: paths, here: paths.home)
    context.user = "ada"
    add("logged-in-home", HomePage(families: families).page(in: context), in: context)
    context.session = stage.session
    context.here = paths.session(stage.session)
    context.keepsTyped = true
    add("logged-in-step", stage.page().page(in: context), in: context)
  }
}
