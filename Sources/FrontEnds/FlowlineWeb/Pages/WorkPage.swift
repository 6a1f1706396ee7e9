import Flowline
import FoundationEssentials

/// A page while something is loaded, written or checked, or while a moment or an event is waited for.
struct WorkPage {
  /// Something that is under way.
  struct Work: Hashable, Sendable {
    let kind: FlowInspection.Effect.Kind
    /// What it is, in words.
    var title: String?
    var done: Int?
    var total: Int?
    /// What it is doing just now.
    var remark: String?
    /// The moment that is waited for.
    var until: Date?
  }

  let session: UUID
  /// What people call the flow.
  let flow: String
  let work: [Work]
  /// How the session stands with it.
  let shown: ShownState
  /// Whether nothing more comes by itself.
  var isSettled = true
  /// Whether it can be given up without harm.
  var canStop = false
  /// What was typed on other pages, which comes along.
  var carried: [PostedBody.Field] = []

  /// Seconds after which a browser without scripts looks again.
  static let interval = 3

  /// Whether nothing happens unless somebody outside acts or a moment comes.
  private var isWaiting: Bool {
    isSettled && !work.isEmpty && work.allSatisfy { $0.kind.isOutside }
  }

  func page(in context: PageContext) -> WebPage {
    let words = context.words
    let key = isWaiting ? "waiting" : "working"
    let form = WebPage.carryingForm(carried, in: context)
    return WebPage(
      title: words("page.title", .string(words("\(key).heading")), .string(flow.asBeginning)),
      main: HTML {
        Parts.caption(flow.asBeginning)
        Tag.h1(.class("heading")) { words("\(key).heading") }
        Self.list(work, session, shown, context)
        Tag.p(.class("lead")) { words(advice) }
        Tag.div(.class("buttons")) {
          if carried.isEmpty {
            Tag.a(.class("button secondary"), .href(context.paths.session(session))) {
              words("button.look")
            }
          } else {
            Parts.button(
              words("button.look"), .show, class: "button secondary", of: WebPage.carrying)
          }
          if canStop, carried.isEmpty {
            Parts.form(
              words("button.stop"), .stop, to: context.paths.working(session),
              class: "button secondary")
          } else if canStop {
            Parts.button(
              words("button.stop"), .stop, class: "button secondary", of: WebPage.carrying)
          }
          if isWaiting {
            Parts.way(to: context.paths.leave(session), with: form) { words("ways.leave") }
          }
        }
      },
      // Who waits for a letter need not load the page every moment. What was typed is sent by a button.
      refresh: !carried.isEmpty ? nil : isWaiting ? 60 : Self.interval, carried: carried)
  }

  private var advice: String {
    if isWaiting { return "waiting.lead" }
    return work.contains { $0.kind == .commit } ? "working.commit" : "working.lead"
  }

  /// What is under way, which the script keeps up to date.
  static func list(
    _ work: [Work], _ session: UUID, _ shown: ShownState, _ context: PageContext
  ) -> HTML {
    Tag.div(
      .class("work"), .role("status"), events(session, shown, context),
      .data("unreachable", context.words("working.unreachable"))
    ) { for work in work { line(work, context.words) } }
  }

  /// Where the script learns how the session changes.
  static func events(_ session: UUID, _ shown: ShownState, _ context: PageContext) -> Attribute {
    .data("events", context.paths.events(session, showing: shown).text)
  }

  private static func line(_ work: Work, _ words: WebWords) -> HTML {
    let title =
      work.title
      ?? words(work.kind == .commit ? "working.commit.title" : "working.\(work.kind.rawValue)")
    return Tag.div(.class("work-line")) {
      Tag.p(.class("work-title"), .data("title")) {
        title
        if let until = work.until { " " + words("waiting.until", .string(words.text(of: until))) }
      }
      if !work.kind.isOutside {
        Tag.progress(
          .ariaLabel(title), .data("bar"), work.share.map { .value(String($0)) }, .max(100))
        Tag.p(.class("hint"), .data("remark")) { work.remark ?? count(work, words) }
      }
    }
  }

  private static func count(_ work: Work, _ words: WebWords) -> String {
    guard let done = work.done else { return "" }
    guard let total = work.total else { return words("working.done", .integer(done)) }
    return words("working.of", .string(String(done)), .string(String(total)))
  }
}

extension WorkPage.Work {
  /// How much of it is done, from 0 to 100; nil if that is not known.
  var share: Int? {
    guard let done, let total, total > 0 else { return nil }
    return min(max(done, 0), total) * 100 / total
  }

  /// What an effect tells of itself.
  init(_ effect: FlowInspection.Effect) {
    self.init(
      kind: effect.kind, title: effect.title?.text, done: effect.done, total: effect.total,
      remark: effect.remark?.text, until: effect.until)
  }
}

extension FlowInspection.Effect.Kind {
  /// Whether it is waited for outside.
  fileprivate var isOutside: Bool { self == .moment || self == .event }
}
