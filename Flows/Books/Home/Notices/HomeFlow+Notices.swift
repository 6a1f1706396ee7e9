import BooksClient
import Days
import Flowline

/// What the program tells the person, above the overview.
extension HomeFlow {
  /// The notices to be shown, as the journal keeps them; nothing is read if the program has none.
  func notices(_ context: FlowContext, for identity: BooksIdentity) async throws -> [ShownNotice] {
    guard let board = access.notices else { return [] }
    let day = Day(context.now, in: context.environment)
    return try await context.load("notices", title: texts("notices.activity")) {
      await board.shown(on: day, at: identity.level).map { ShownNotice($0) }
    }
  }

  /// Hides a notice for good.
  func hide(_ notice: ShownNotice, _ context: FlowContext) async throws {
    _ = try await context.commit(
      "hide-notice", title: texts("notices.hiding"), of: Hiding(notice: notice.id)
    ) { [access] order, _ in
      try await access.notices?.hide(order.notice)
      return true
    }
  }

  private struct Hiding: Encodable {
    let notice: String
  }
}

/// A notice as it is shown.
struct ShownNotice: Codable, Sendable, Hashable {
  let id: String
  let kind: Notice.Kind
  let texts: [String: String]
  let link: String?
  let canBeHidden: Bool

  init(_ notice: Notice) {
    id = notice.id
    kind = notice.kind
    texts = notice.texts
    link = notice.link
    canBeHidden = notice.canBeHidden
  }

  /// What it says in a language.
  func text(in language: String) -> Text {
    Text(verbatim: Notice(id, kind: kind, texts).text(in: language))
  }

  /// The rows of it.
  func section(in language: String) -> Section {
    Section(
      HomeFlow.texts("notices.\(kind.rawValue)"),
      rows: [Row(text(in: language))] + (link.map { [Row(address: $0)] } ?? []))
  }
}
