import Flowline
import FlowlineHost
import FoundationEssentials

/// The list of what can be started, and of what was.
struct HomePage {
  let catalog: FlowCatalog
  let sessions: [SessionPage.Item]
  let setting: PageSetting
  /// Ids for sessions that may be started from this page: one for each flow, so that a form that is sent
  /// twice starts one.
  let newSession: () -> UUID
  var problem: String?

  private var words: WebWords { setting.words }

  var page: WebPage {
    WebPage(
      title: words("home"), isError: problem != nil,
      main: HTML {
        if let problem {
          Tag.div(.class("problem"), .tabindex(-1), .data("focus")) {
            Tag.div(.role("alert")) {
              Tag.h2 { words("problem") }; Tag.p { problem }
            }
          }
        }
        Tag.h1 { words("home") }
        if !unfinished.isEmpty {
          Tag.h2 { words("home.unfinished") }
          Tag.ul(.class("tasks")) { for item in unfinished { task(item) } }
        }
        Tag.h2 { words("home.start") }
        Tag.ul(.class("flows")) { for entry in catalog.offered { flow(entry) } }
        if !ended.isEmpty {
          Tag.h2 { words("home.ended") }
          Tag.ul(.class("tasks")) { for item in ended { task(item) } }
        }
      })
  }

  private var unfinished: [SessionPage.Item] { sessions.filter { $0.session.isUnfinished } }
  private var ended: [SessionPage.Item] { sessions.filter { !$0.session.isUnfinished } }

  private func flow(_ entry: FlowCatalogEntry) -> HTML {
    Tag.li {
      Tag.form(.post, .action(setting.paths.start(entry.id)), .data("guarded")) {
        Tag.input(
          .type("hidden"), .name(FieldName.session),
          .value(newSession().uuidString.lowercased()))
        Tag.button(.class("plain title")) { words.resolved(entry.title).capitalizedFirst }
        Tag.p { words.resolved(entry.summary) }
      }
    }
  }

  private func task(_ item: SessionPage.Item) -> HTML {
    let session = item.session
    let title =
      session.flow.flatMap { catalog[$0] }.map { words.resolved($0.title) }
      ?? session.flow?.rawValue ?? words("home.unknown")
    let told = session.firstAnswers.compactMap { $0.string ?? $0.plainText }
    return Tag.li {
      Tag.a(.class("title"), .href(setting.paths.session(session.id))) {
        ([title] + told).joined(separator: " · ").capitalizedFirst
      }
      Tag.span(.class("status \(session.standing.kind.rawValue)")) {
        words("standing.\(session.standing.kind.rawValue)")
      }
      Tag.span(.class("hint")) { words.text(of: session.changed) }
      Tag.a(.href(setting.paths.forget(session.id))) {
        words("forget")
        Tag.span(.class("unseen")) { " " + title }
      }
    }
  }
}

extension JSONValue {
  /// A number as it is; nil for anything with parts.
  fileprivate var plainText: String? {
    switch self {
    case .integer, .number: text
    default: nil
    }
  }
}
