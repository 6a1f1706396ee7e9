import FlowTestSupport
import Flowline
import FlowlineHost
import FoundationEssentials

@testable import FlowlineWeb

/// Every page in every state, by name.
struct Gallery {
  struct Item: Sendable {
    let name: String
    let page: WebPage
    let context: PageContext
  }

  private(set) var items: [Item] = []
  let locale: String
  let stage: Stage

  init(_ locale: String) throws {
    self.locale = locale
    stage = Stage(at: Kinds.text, locale)
    for kind in Kinds.all { add("kind-\(kind.name)", Stage(at: kind, locale)) }
    try addRefused()
    try addForms()
    addPlaces()
    addEnds()
    addWork()
    addLists()
    addFailures()
    addLock()
    try addKept()
    try addEarlier()
    addLoggedIn()
  }

  mutating func add(
    _ name: String, _ stage: Stage, _ question: AskedQuestion? = nil, notice: Notice? = nil
  ) {
    var page = stage.page(question)
    page.notice = notice
    items.append(Item(name: name, page: page.page(in: stage.context), context: stage.context))
  }

  mutating func add(_ name: String, _ page: WebPage) { add(name, page, in: stage.context) }

  mutating func add(_ name: String, _ page: WebPage, in context: PageContext) {
    items.append(Item(name: name, page: page, context: context))
  }

  private mutating func addRefused() throws {
    let bodies: [(Kinds.Kind, PostedBody)] = [
      (Kinds.text, PostedBody(["answer": ""])), (Kinds.amount, PostedBody(["answer": "1.5.0"])),
      (Kinds.amount, PostedBody(["answer": "20000"])), (Kinds.choices, PostedBody()),
      (Kinds.confirm, PostedBody()), (Kinds.date, PostedBody(["answer": "31 Feb"])),
      (Kinds.date, PostedBody(["answer/day": "5", "answer/month": "9"])),
      (Kinds.menuChoice, PostedBody()), (Kinds.longChoice, PostedBody(["answer": "zz"])),
      (Kinds.secret, PostedBody(["answer": "short"])),
      (Kinds.custom, PostedBody(["answer": "GB00 XXXX XXXX XXXX"])),
      (
        Kinds.file,
        PostedBody(
          [:],
          files: [
            .init(name: "answer", contents: FileContents(Array("x".utf8), named: "lunch.txt"))
          ])
      ),
    ]
    for (index, (kind, body)) in bodies.enumerated() {
      let stage = Stage(at: kind, locale)
      add("refused-\(index)-\(kind.name)", stage, try stage.post(body))
    }
    add("notice", stage, notice: .revised)
  }

  private mutating func addForms() throws {
    let form = Stage(Forms.PayeeFlow(), locale)
    add("form", form)
    add("form-refused", form, try form.post(PostedBody(["field.country": "fr"])))
    let fresh = Stage(Forms.PayeeFlow(), locale)
    add(
      "form-refreshed", fresh,
      try fresh.post(PostedBody(["field.country": "fr", "do": "refresh"])))
    let body = PostedBody([
      "field.name": "Ada", "field.country": "uk", "field.urgent": "no", "field.limit": "5,000",
      "field.pin": "12345",
    ])
    add("form-warned", form, try form.post(body))
    add("several", Stage(Forms.TwoFlow(), locale))
    add("several-choose-button", Stage(Forms.TwoFlow(), locale), notice: .chooseButton)
    let two = Stage(Forms.TwoFormsFlow(), locale)
    add("several-forms", two)
    var refused = two.page()
    if let question = try two.post(PostedBody(["field.country": "fr"])) {
      refused.questions[0] = question
    }
    add("several-forms-refused", refused.page(in: two.context))
  }

  private mutating func addPlaces() {
    add("place", Stage(Forms.PlaceFlow(), locale))
    add("held-load", Stage(Forms.HeldFlow(isCommit: false), locale))
    add("held-commit", Stage(Forms.HeldFlow(isCommit: true), locale))
    add("held-done", Stage(HeldPayment("open-account", isDone: true), locale))
  }

  var families: [HomePage.Family] {
    [
      HomePage.Family(name: "bank", offers: offers),
      HomePage.Family(name: nil, offers: Array(offers.prefix(1))),
    ]
  }

  private var offers: [HomePage.Offer] {
    [
      ("round-up", "round-up", "Round up a week’s spending and move the change into a goal."),
      ("create-goal", "create a goal", "Create a savings goal."), ("accounts", "accounts", ""),
    ].map { HomePage.Offer(id: FlowID($0.0), title: $0.1, summary: $0.2, session: stage.session) }
  }

  private var rows: [AnswerList.Row] {
    [
      AnswerList.Row(
        question: "What is your name?", answer: "Ada\nLovelace", path: StepPath(["a", "name"]),
        token: stage.asked?.token),
      AnswerList.Row(
        question: "How much?", answer: "£1,500.00", path: StepPath(["a", "much"])),
      AnswerList.Row(
        question: "Password", answer: stage.words("answer.hidden"),
        path: StepPath(["a", "password"]), token: stage.asked?.token),
    ]
  }

  private mutating func addEnds() {
    let ends: [(String, EndPage.End, hasWritten: Bool)] = [
      ("finished", .finished("Goal “Bike” created: £0.00 of £1,500.00."), true),
      ("finished-plain", .finished(nil), true), ("finished-looked", .finished(nil), false),
      ("declined", .cancelled(.declined), false), ("declined-partly", .cancelled(.declined), true),
      ("cancelled", .cancelled(.user), false), ("stopped", .cancelled(.terminated), false),
      ("failed", .failed("The bank closed the account."), false),
      ("failed-partly", .failed("The bank closed the account."), true),
      ("unknown", .unknown("The bank did not answer."), false),
      ("done", .doneAndGivenUp("The bank's answer could not be saved."), true),
    ]
    for (name, end, hasWritten) in ends {
      let page = EndPage(
        session: stage.session, flow: "create a goal", offer: offers[1], end: end,
        hasWritten: hasWritten, ended: stage.words.environment.now,
        rows: name == "finished-plain" ? [] : rows)
      add("end-\(name)", page.page(in: stage.context))
    }
  }

  private mutating func addWork() {
    let work: [(String, [WorkPage.Work])] = [
      ("load", [.init(kind: .load, title: "Loading payments", done: 3, total: 10)]),
      ("commit", [.init(kind: .commit, title: "Moving the money")]),
      ("check", [.init(kind: .check, remark: "The server is busy.")]),
      ("moment", [.init(kind: .moment, title: "Cooling off", until: stage.words.environment.now)]),
      ("event", [.init(kind: .event)]),
    ]
    for (name, work) in work {
      let page = WorkPage(
        session: stage.session, flow: "create a goal", work: work,
        shown: ShownState(""), canStop: name != "commit")
      add("work-\(name)", page.page(in: stage.context))
    }
  }

  private mutating func addLists() {
    let context = stage.context
    let session = stage.session
    add(
      "answers",
      AnswersPage(session: session, flow: "create a goal", rows: rows).page(in: context))
    add(
      "answers-none",
      AnswersPage(session: session, flow: "create a goal", rows: []).page(in: context))
    var earlier = stage.page()
    earlier.isEarlier = true
    add("earlier", earlier.page(in: context))
    for (name, hasWritten) in [("", false), ("-written", true)] {
      let leave = LeavePage(
        session: session, flow: "create a goal", token: nil, isNested: false,
        hasWritten: hasWritten)
      add("leave\(name)", leave.page(in: context))
      let nested = LeavePage(
        session: session, flow: "add a card", token: stage.asked?.token, isNested: true,
        hasWritten: hasWritten)
      add("leave-nested\(name)", nested.page(in: context))
    }
    for isOpen in [false, true] {
      let page = ForgetPage(session: session, flow: "create a goal", isOpen: isOpen)
      add(isOpen ? "forget-open" : "forget", page.page(in: context))
    }
    add(
      "forget-later",
      ForgetPage(session: session, flow: "create a goal", isCommitting: true).page(in: context))
    add("paused", PausedPage(session: session, flow: "create a goal").page(in: context))
    add("onward", OnwardPage(link: context.paths.home).page(in: context))
    let sessions = HomePage.Session.State.allCases.enumerated().map { index, state in
      HomePage.Session(
        id: UUID(uuidString: "5e5510f1-0000-4000-8000-00000000000\(index)") ?? session,
        title: "create a goal", state: state, answers: index == 0 ? ["Bike", "£1,500.00"] : [],
        changed: stage.words.environment.now)
    }
    add("home", HomePage(families: families, sessions: sessions).page(in: context))
    let all = HomePage.Unfinished(
      count: 14, isAll: true, link: context.paths.home(afterUnfinished: ""))
    add(
      "home-many",
      HomePage(families: families, sessions: sessions, unfinished: all).page(in: context))
    for part in [HomePage.Part.unfinished, .ended] {
      add("home-\(part)", HomePage(part: part, sessions: sessions).page(in: context))
    }
    add("home-first", HomePage(families: Array(families.prefix(1))).page(in: context))
    add("home-empty", HomePage().page(in: context))
    add("home-logged-out", HomePage(notice: .loggedOut).page(in: context))
    let given = [
      GivenAnswer("account", answer: "personal"),
      GivenAnswer("create-goal", "name", answer: "Bike <b>"),
    ]
    for (offer, answers) in zip(offers, [given, []]) {
      let page = LinkPage(link: FlowLink(offer.id, answers: answers), offer: offer)
      add("link-\(offer.id.rawValue)", page.page(in: context))
    }
    add(
      "home-refused",
      HomePage(
        families: families, refusal: "The bank is closed. Try again tomorrow.",
        more: context.paths.home(after: "k")
      ).page(in: context))
  }

  private mutating func addLock() {
    var open = stage.context
    open.lock = .open(seconds: 600)
    var locked = stage.context
    locked.close()
    let until = stage.words.environment.now
    let pages: [(String, LockPage, PageContext)] = [
      ("choose", LockPage(purpose: .choose, minutes: 10), open),
      (
        "too-short", LockPage(purpose: .choose, refusal: .init(.length, by: .keep), minutes: 10),
        open
      ),
      ("set", LockPage(purpose: .manage, done: .set, minutes: 10), open),
      (
        "not-removed",
        LockPage(purpose: .manage, refusal: .init(.wrong(left: 2), by: .remove), minutes: 1), open
      ),
      (
        "locked", LockPage(purpose: .open, forgotten: Visitors.forgottenPIN, minutes: 10), locked
      ),
      (
        "wrong", LockPage(purpose: .open, refusal: .init(.wrong(left: 1), by: .unlock), minutes: 1),
        locked
      ),
      (
        "missing", LockPage(purpose: .open, refusal: .init(.missing, by: .unlock), minutes: 10),
        locked
      ),
      (
        "closed",
        LockPage(
          purpose: .open, refusal: .init(.closed(until: until), by: .unlock), isLoggedOut: true,
          minutes: 10), locked
      ),
    ]
    for (name, page, context) in pages {
      items.append(Item(name: "lock-\(name)", page: page.page(in: context), context: context))
    }
  }

  /// Pages whose ways out of the session keep what is typed.
  private mutating func addKept() throws {
    let (form, several) = (Stage(Forms.PayeeFlow(), locale), Stage(Forms.TwoFlow(), locale))
    let body = PostedBody([
      "field.name": "Ada", "field.pin": "4711", "sensitive": "field.pin", "resumed": "yes",
    ])
    var again = form.page(try form.post(body.withoutSecrets))
    (again.isResumed, again.notice) = (true, .kept)
    var earlier = stage.page()
    earlier.isEarlier = true
    let typed = PostedBody([
      "answer": "ada@example.com", "answer/question": "E-mail?", "step": "a",
    ])
    let carried = CarriedPages([typed]).fields
    let answers = AnswersPage(
      session: stage.session, flow: "create a goal", rows: rows, carried: carried)
    let leave = LeavePage(
      session: stage.session, flow: "create a goal", token: nil, isNested: false,
      hasWritten: false, carried: carried)
    let unsent = UnsentPage(
      session: stage.session, flow: "create a goal", hasEnded: true,
      answers: UnsentAnswers(typed), posted: typed)
    var context = stage.context
    (context.keepsTyped, context.lock) = (true, .open(seconds: 600))
    let pages: [(String, WebPage)] = [
      ("form", again.page(in: context)), ("several", several.page().page(in: context)),
      ("place", Stage(Forms.PlaceFlow(), locale).page().page(in: context)),
      ("earlier", earlier.page(in: context)), ("answers", answers.page(in: context)),
      ("leave", leave.page(in: context)), ("unsent", unsent.page(in: context)),
    ]
    for (name, page) in pages {
      items.append(Item(name: "kept-\(name)", page: page, context: context))
    }
  }

  private mutating func addFailures() {
    let faults: [(String, SiteFault)] = [
      ("not-found", .notFound), ("bad-link", .badLink), ("malformed", SiteFault(.wrongType)),
      ("other-site", .otherSite),
      ("other-host", .otherHost), ("renewed", .renewed), ("logged-out", .loggedOut),
      ("two-cookies", .twoCookies), ("closed", .closed),
      ("too-large", SiteFault(.tooLarge(.bytes))), ("log-in", .logIn), ("failed", .failed),
      ("too-large-text", SiteFault(.tooLarge(.fieldBytes))),
      ("too-many-files", SiteFault(.tooLarge(.files))), ("too-large-to-keep", .tooLargeToKeep),
      ("locked", .locked),
      ("busy", SiteFault(HostFault(.busy, "much", retryAfter: .seconds(30)))),
      ("unavailable", SiteFault(HostFault(.closing, "away", retryAfter: .seconds(1)))),
      ("too-many-sessions", SiteFault(HostFault(.tooManySessions, "many"))),
      ("no-room", SiteFault(HostFault(.tooManyFiles, "many", retryAfter: .seconds(3_600)))),
      ("full", SiteFault(HostFault(.full, "full", retryAfter: .seconds(3_600)))),
      ("unusable", SiteFault(HostFault(.unusable, "damaged"))),
      ("newer-version", SiteFault(HostFault(.newerVersion, "newer", retryAfter: .seconds(5)))),
      ("other-world", SiteFault(HostFault(.otherWorld, "of another bank"))),
    ]
    let posted = PostedBody(["answer": "ada@example.com"])
    for (name, fault) in faults {
      add(
        "fault-\(name)", fault,
        fault.isTooLarge ? .show(posted) : fault.canBeRepeated ? .send(posted) : nil)
    }
    let lost = PostedBody(["answer": "ada@example.com", "lost": "answer"])
    let store = SiteFault(HostFault(.store, "away", retryAfter: .seconds(2)))
    add("fault-files", store, .show(lost))
    let typed = PostedBody([
      "answer": "Dear Ada,\nhello", "answer/question": "What do you write?",
      "lost": "field.receipt", "field.name": "Ada", "field.name/question": "Name?",
    ])
    for hasEnded in [false, true] {
      let page = UnsentPage(
        session: stage.session, flow: "create a goal", hasEnded: hasEnded,
        answers: UnsentAnswers(typed), posted: typed)
      add(hasEnded ? "unsent-ended" : "unsent", page.page(in: stage.context))
    }
    var carrying = stage.page()
    carrying.carried = CarriedPages([typed]).fields
    add("carrying", carrying.page(in: stage.context))
    add("fault-gone", .notFound, nil, UnsentAnswers(typed))
    var beside = stage.page()
    beside.unsent = UnsentAnswers(typed)
    add("unsent-beside", beside.page(in: stage.context))
    for (name, fault) in [
      ("locked", .locked), ("log-in", .logIn), ("other-site", .otherSite), ("store", store),
      ("newer-version", SiteFault(HostFault(.newerVersion, "newer", retryAfter: .seconds(5)))),
    ] as [(String, SiteFault)] {
      add("fault-bare-\(name)", fault, .page)
    }
  }

  private mutating func add(
    _ name: String, _ fault: SiteFault, _ retry: FaultPage.Retry?,
    _ unsent: UnsentAnswers = UnsentAnswers()
  ) {
    var context = stage.context
    context.session = nil
    let page = FaultPage(
      fault: fault, here: context.here, retry: retry, unsent: unsent, isOfQuestion: true)
    items.append(Item(name: name, page: page.page(in: context), context: context))
  }
}
