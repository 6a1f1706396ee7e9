public import BooksClient
public import Flowline
import FreeAgentAPI

/// The flows at a company's books, as every program of the project offers them.
public enum BooksFlows {
  /// The event that resumes a log-in once the browser has been redirected back to the program's server.
  ///
  /// Its value is a string that is ignored.
  public static let returnEvent: StepID = "browser-returned"

  /// The catalogue: `books`, from which everything else is reached; `books-link`, `explain`, `explain-next`,
  /// `approve`, `email-document`, `email-next`, `expense`, `mileage`; `books-log-in` and `books-log-out`,
  /// hidden unless the books need a log-in.
  ///
  /// Web addresses are opened by `books-link`, see `FlowCatalog.link(to:)`.
  ///
  /// - Parameters:
  ///   - logIn: the way in, if the books need one: then flows want the level that the service wants.
  ///   - start: by what the flows that explain transactions begin.
  ///   - notices: what the program tells its users, on the overview.
  ///   - namesFiles: whether errors name the files of this computer, whose users are to mend them.
  ///   - clock: by which the overview stops waiting for parts that a service is slow to answer; nil to wait for
  ///     all, as is right for books in the same program.
  ///   - keeper: finds where the flows read and order; it is asked before each of them, and is to know what
  ///     it has made.
  public static func catalog(
    logIn: (any BooksLogIn)? = nil, explaining start: ExplanationStart = .byType,
    notices: NoticeBoard? = nil, namesFiles: Bool = true, clock: (any FlowClock)? = nil,
    _ keeper: @escaping @Sendable () throws -> Bookkeeper
  ) -> FlowCatalog {
    let access = BooksAccess(
      logIn: logIn, notices: notices, namesFiles: namesFiles, clock: clock, keeper)
    var catalog = FlowCatalog(family: familyName)
    catalog.add(start, access, for: .time) { HomeFlow(access: $0) }
    catalog.add(start, access, for: .banking) { ExplainFlow(access: $0) }
    catalog.add(start, access, for: .banking) { ExplainNextFlow(access: $0) }
    catalog.add(start, access, for: .banking) { ApproveFlow(access: $0) }
    catalog.add(EmailDocumentFlow(access: access), guards: access.guards(for: .invoices))
    catalog.add(EmailNextFlow(access: access), guards: access.guards(for: .invoices))
    catalog.add(ExpenseFlow(access: access), guards: access.guards(for: .money))
    catalog.add(MileageFlow(access: access), guards: access.guards(for: .money))
    catalog.add(start, access, for: .time) { BookLinkFlow(access: $0) }
    catalog.add(BooksLogInFlow(access: access), guards: [access.hasLogIn])
    catalog.add(BooksLogOutFlow(access: access), guards: [access.hasLogIn])
    catalog.openAddresses(with: "books-link", at: "link")
    catalog.confirmInPerson("send", at: "email/review", "another")
    catalog.confirmInPerson("forget-earlier", at: "earlier-order")
    return catalog
  }
}

/// By what explaining a transaction begins: its type, then its category, or its category, from which the
/// type follows.
///
/// What a session began with is in its journal, and stays.
public enum ExplanationStart: Sendable, Hashable {
  /// By its type.
  case byType
  /// By its category.
  case byCategory
  /// By its category for so many of a hundred subjects, always the same ones; by its type for the others.
  ///
  /// The subject is what stays the same for a person, such as the id of a user.
  case experiment(percent: Double, subject: String)

  /// The name of the experiment, which keeps its sorting apart from that of others, and of the switch on
  /// command lines.
  package static let experimentName = "explain-category-first"

  fileprivate func rule(_ byType: FlowID, _ byCategory: FlowID) -> VariantRule {
    switch self {
    case .byType: VariantRule { _ in byType }
    case .byCategory: VariantRule { _ in byCategory }
    case .experiment(let percent, let subject):
      .percentages(
        [byCategory: percent, byType: 100 - percent], of: subject, in: Self.experimentName)
    }
  }
}

extension FlowCatalog {
  /// Offers a flow that explains transactions, in both ways of beginning.
  fileprivate mutating func add<Offered: BooksFlow>(
    _ start: ExplanationStart, _ access: BooksAccess, for level: FreeAgent.PermissionLevel,
    _ make: (BooksAccess) -> Offered
  ) {
    let byType = make(access)
    let id = byType.id
    let byCategory = make(access.startingWithCategory).named(
      FlowID("\(id.rawValue)-by-category"), title: Offered.texts("\(id.rawValue).title"))
    add(
      id, variants: [byType, byCategory], choosing: start.rule(id, byCategory.id),
      guards: access.guards(for: level))
  }
}
