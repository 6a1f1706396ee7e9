import BooksClient
import Flowline
import FreeAgentAPI

extension BooksAccess {
  /// Holds at books with a log-in; flows to log in and out are not shown at others.
  var hasLogIn: FlowGuard {
    let refusal = Refusal("no-log-in", BooksLogInFlow.texts("guard.no-log-in"))
    let isThere = logIn != nil
    return FlowGuard("has-log-in", otherwise: refusal) { isThere }.hiding()
  }

  /// Hold if the user may do what takes a level; if that is not known yet it is read first, after a log-in
  /// if nobody is logged in.
  ///
  /// A flow that the level forbids is not shown; started all the same, it is refused with both levels named.
  /// Books without a log-in need none: they are of somebody who may do everything.
  func guards(for level: FreeAgent.PermissionLevel) -> [FlowGuard] {
    guard logIn != nil else { return [] }
    let texts = BooksLogInFlow.texts
    let needed = sharedTexts.level(level.rawValue)
    let unread = Refusal("level", texts("guard.level-unread", needed))
    let isEnough = FlowGuard(
      "level",
      otherwise: knownLevel.map {
        Refusal("level", texts("guard.level", needed, sharedTexts.level($0)))
      } ?? unread
    ) { [self] in
      knownLevel.map { $0 >= level.rawValue } ?? true
    }.hiding()
    let isKnown = FlowGuard("level-known", otherwise: unread) { [self] in
      knownLevel.map { $0 >= level.rawValue } ?? false
    }
    return [isEnough, isKnown.remedied(by: BooksLevelFlow(access: self, level: level))]
  }
}

extension TextCatalog {
  /// A level by its name, such as `Banking`; by its number if it has none.
  func levelName(_ number: Int) -> Text {
    self["level.\(number)"] ?? Text(verbatim: String(number))
  }

  /// A level by its number and its name, such as `6 (Banking)`, to be compared with another one.
  func level(_ number: Int) -> Text {
    let name = self["level.\(number)"]
    return name.map { self("level.numbered", number, $0) } ?? levelName(number)
  }
}

/// Finds out what the user may do, and says so if that is not enough for a flow.
struct BooksLevelFlow: BooksFlow {
  static var texts: TextCatalog { BooksLogInFlow.texts }
  let id: FlowID = "books-level"
  let access: BooksAccess
  let level: FreeAgent.PermissionLevel

  func run(_ context: FlowContext) async throws -> BooksIdentity {
    let identity = try await context.at(access).read("user") { try await $0.identity() }
    try await context.require(level, of: identity, orShowing: "level")
    return identity
  }
}

extension FlowContext {
  /// Sees that a user’s level is high enough.
  ///
  /// - Throws: ``FlowCancelled`` if it is not, after a page that names both levels.
  func require(
    _ level: FreeAgent.PermissionLevel, of identity: BooksIdentity, orShowing page: StepID
  ) async throws {
    guard !identity.may(level) else { return }
    let screen = ReviewScreen(page).page {
      Row("needed", sharedTexts.level(level.rawValue))
      Row("own", sharedTexts.level(identity.level ?? 0))
    }
    try await leave(after: screen.texts("level-too-low").texts(in: sharedTexts))
  }
}
