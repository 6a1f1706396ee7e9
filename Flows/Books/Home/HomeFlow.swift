import BooksClient
import Days
import Flowline
import FreeAgentAPI
import ServiceBasics

/// A company’s books at a glance, and the way to everything in them: the sections, and what is done most
/// often.
///
/// What the user’s level does not allow is not there. It results in who used it.
struct HomeFlow: BooksFlow {
  static let texts = TextCatalog(PackageResources.Home_xcstrings)
  let id: FlowID = "books"
  let access: BooksAccess

  func words(for identity: BooksIdentity) -> Text? { texts("books.result", identity.company) }

  func run(_ context: FlowContext) async throws -> BooksIdentity {
    let books = context.at(access)
    var overview = Overview()
    var notices: [ShownNotice]?
    let lists = ListPlaces()
    while true {
      let identity = try await books.read("user") { try await $0.identity() }
      if notices == nil { notices = try await self.notices(context, for: identity) }
      let shown = notices ?? []
      try await overview.read(books, for: identity)
      let language = context.environment.language
      let places = places(around: overview, shown, in: language, for: identity, lists)
      switch try await context.run(places) {
      case .part(let part): overview.forget(part)
      case .loading: break
      case .notice(let notice):
        try await hide(notice, context)
        notices = nil
      case .all: (overview, notices) = (Overview(), nil)
      case .leads(let destination):
        if let identity = try await context.follow(destination) { return identity }
        // What was done there may have changed anything.
        overview = Overview()
      }
    }
  }

  /// Where one goes from here.
  private enum Choice: Encodable, Sendable {
    case leads(Destination<BooksIdentity>)
    case part(OverviewPart)
    /// The parts that were still loading are to be shown.
    case loading
    /// A notice is to be hidden.
    case notice(ShownNotice)
    case all
  }

  private func places(
    around overview: Overview, _ notices: [ShownNotice], in language: String,
    for identity: BooksIdentity, _ lists: ListPlaces
  ) -> some Screen<Choice> {
    let places: [(key: String, level: FreeAgent.PermissionLevel, Destination<BooksIdentity>)] = [
      ("banking", .banking, .visit(BankingFlow(access: access, places: lists))),
      ("documents", .invoices, .visit(DocumentsFlow(access: access, places: lists))),
      ("expenses", .money, .visit(OwnExpensesFlow(access: access))),
      ("contacts", .time, .visit(ContactsFlow(access: access, places: lists))),
      ("account", .time, .visit(OwnAccountFlow(access: access))),
      ("explain-next", .banking, .visit(ExplainNextFlow(access: access))),
      ("email-next", .invoices, .visit(EmailNextFlow(access: access))),
      ("expense", .money, .visit(ExpenseFlow(access: access))),
      ("mileage", .money, .visit(MileageFlow(access: access))),
      ("link", .time, .visit(BookLinkFlow(access: access))),
    ]
    var options = places.filter { identity.may($0.level) }.map {
      Option($0.key, Choice.leads($0.2))
    }
    if overview.isLoading { options.append(Option("look-again", .loading)) }
    options += overview.failed.map { Option("again-\($0.rawValue)", .part($0)) }
    options += notices.filter(\.canBeHidden).map { notice in
      Option(
        "hide-\(notice.id)", .notice(notice),
        label: texts("notices.hide", notice.text(in: language)))
    }
    options += [Option("refresh", .all), Option("done", .leads(.result(identity)))]
    return ChoiceScreen(
      "place", options: options, default: overview.isLoading ? "look-again" : "done",
      page: notices.map { $0.section(in: language) } + overview.page()
    ).with(["company": identity.company]).asMenu()
  }
}
