import Flowline
import FoundationEssentials

/// The start page: what was begun and is not finished, what is offered, and what has ended; or one of the
/// lists behind it.
struct HomePage {
  /// What of it is shown.
  enum Part: Hashable, Sendable {
    /// The page itself.
    case start
    /// All that is unfinished.
    case unfinished
    /// What has ended, further back than the start page shows.
    case ended
  }

  /// A flow that is offered.
  struct Offer: Hashable, Sendable {
    let id: FlowID
    let title: String
    let summary: String
    /// The session that its button starts: a form that is sent twice starts one.
    let session: UUID

    /// The button that starts it.
    ///
    /// - Parameters:
    ///   - label: what is on it.
    ///   - names: its classes.
    ///   - link: the link whose answers it begins with; nil if it begins without any.
    ///   - context: what the page is drawn with.
    func form(
      _ label: String, class names: String, with link: FlowLink? = nil, in context: PageContext
    ) -> HTML {
      Parts.form(
        label, .start, to: context.paths.start(id), class: names,
        [(FieldName.session, session.text)]
          + (link.map { [(FieldName.link, $0.description)] } ?? []))
    }
  }

  /// Flows that belong together.
  struct Family: Hashable, Sendable {
    /// What they are called together; nil if they have no common name.
    let name: String?
    let offers: [Offer]
  }

  /// A session.
  struct Session: Hashable, Sendable {
    /// How far it has come.
    enum State: String, Hashable, Sendable, CaseIterable {
      case unfinished, finished, cancelled, failed
      /// It ended without anybody knowing whether something that it sent was carried out.
      case unknown
      case damaged
      /// A newer version of the server saved it: it can be continued once this one is updated.
      case newer
    }

    let id: UUID
    /// What people call its flow.
    let title: String
    let state: State
    /// What was answered first, which tells it from others of its flow.
    var answers: [String] = []
    let changed: Date
  }

  /// The unfinished sessions, if there are more than the start page shows.
  struct Unfinished: Hashable, Sendable {
    /// How many were counted.
    let count: Int
    /// Whether that is all of them.
    let isAll: Bool
    /// The page that lists them.
    let link: WebLink
  }

  var part = Part.start
  var families: [Family] = []
  var sessions: [Session] = []
  /// What is unfinished besides; nil if all of that is shown.
  var unfinished: Unfinished?
  /// What is said of what happened before; nil to say nothing.
  var notice: Notice?
  /// Why what was asked for was not started; nil if nothing was.
  var refusal: String?
  /// The address of the page with the sessions behind these; nil if these are the last.
  var more: WebLink?

  func page(in context: PageContext) -> WebPage {
    switch part {
    case .start: start(in: context)
    case .unfinished: list(under: "home.unfinished", in: context)
    case .ended: list(under: "home.ended", in: context)
    }
  }

  private func start(in context: PageContext) -> WebPage {
    let words = context.words
    let name = context.facts.serviceName
    let open = sessions.filter { !$0.state.isEnd }
    let ended = sessions.filter { $0.state.isEnd }
    return WebPage(
      title: name, status: refusal == nil ? 200 : 403, isError: refusal != nil,
      main: HTML {
        if let refusal { ProblemSummary(text: refusal).html(words) }
        if let notice { Parts.notice(notice.text(in: words), isSuccess: true) }
        Tag.h1(.class("heading")) { name }
        if let lead = context.layout.lead {
          Tag.p(.class("lead")) { words(lead) }
        } else if !families.isEmpty {
          Tag.p(.class("lead")) { words("home.lead") }
        }
        if !open.isEmpty {
          list("home.unfinished", open, context) { unfinished.map { all($0, words) } }
        }
        offers(in: context)
        if !ended.isEmpty { list("home.ended", ended, context) { further(words) } }
      })
  }

  /// A page with nothing but a list of sessions.
  private func list(under key: String, in context: PageContext) -> WebPage {
    let words = context.words
    return WebPage(
      title: words(key),
      above: Tag.a(.class("back"), .href(context.paths.home)) { words("button.home") },
      main: HTML {
        Tag.h1(.class("heading")) { words(key) }
        tasks(sessions, context)
        further(words)
      })
  }

  private func all(_ unfinished: Unfinished, _ words: WebWords) -> HTML {
    let count = unfinished.isAll ? "\(unfinished.count)" : "\(unfinished.count)+"
    return Tag.p(.class("more")) {
      Tag.a(.href(unfinished.link)) { words("home.unfinished.all", .string(count)) }
    }
  }

  private func further(_ words: WebWords) -> HTML? {
    more.map { more in Tag.p(.class("more")) { Tag.a(.href(more)) { words("home.more") } } }
  }

  private func offers(in context: PageContext) -> HTML {
    HTML {
      if families.isEmpty {
        Tag.section(.class("section")) {
          Tag.h2 { context.words("home.offers") }
          Tag.p { context.words("home.offers.none") }
        }
      }
      for family in families {
        // A single family needs no name to be told from others.
        let name = families.count > 1 ? family.name?.asBeginning : nil
        Tag.section(.class("section")) {
          Tag.h2 { name ?? context.words("home.offers") }
          Tag.ul(.class("offers")) { for offer in family.offers { item(of: offer, context) } }
        }
      }
    }
  }

  private func item(of offer: Offer, _ context: PageContext) -> HTML {
    Tag.li(.class("offer"), .data("flow", offer.id.rawValue)) {
      offer.form(offer.title.asBeginning, class: "link", in: context)
      if !offer.summary.isEmpty { Tag.p(.class("detail")) { offer.summary } }
    }
  }

  private func list(
    _ key: String, _ sessions: [Session], _ context: PageContext, @HTMLBuilder more: () -> HTML
  ) -> HTML {
    Tag.section(.class("section")) {
      Tag.h2 { context.words(key) }
      tasks(sessions, context)
      more()
    }
  }

  private func tasks(_ sessions: [Session], _ context: PageContext) -> HTML {
    Tag.ul(.class("tasks")) { for session in sessions { task(session, context) } }
  }

  private func task(_ session: Session, _ context: PageContext) -> HTML {
    let words = context.words
    let title = session.title.asBeginning
    let changed = words.text(of: session.changed)
    let answers = session.answers.joined(separator: " · ")
    // Several may be of one flow: the same links are told apart by what is seen beside them.
    let other = answers.isEmpty ? changed : answers
    return Tag.li(.class("task"), .data("session", session.id.text)) {
      Tag.div(.class("task-name")) {
        // What cannot be resumed is no link.
        if !session.state.canBeOpened {
          title
        } else {
          Tag.a(.href(context.paths.session(session.id))) {
            title
            Parts.unseen(" " + other)
            if !session.state.isEnd { Parts.unseen(" " + words("home.continue")) }
          }
        }
        if !answers.isEmpty { Tag.span(.class("detail")) { Parts.isolated(answers) } }
        Tag.span(.class("detail")) { words("home.changed", .string(changed)) }
      }
      Tag.span(.class("tag \(session.state.rawValue)")) {
        words("state.\(session.state.rawValue)")
      }
      Tag.a(.href(context.paths.forget(session.id))) {
        words("button.forget")
        Parts.unseen(" \(title) \(other)")
      }
    }
  }
}

extension HomePage.Session.State {
  /// Whether there is nothing left to do.
  var isEnd: Bool {
    switch self {
    case .unfinished, .newer: false
    case .finished, .cancelled, .failed, .unknown, .damaged: true
    }
  }

  /// Whether its page shows it: what a newer version saved is shown once the server is updated.
  fileprivate var canBeOpened: Bool { self != .damaged && self != .newer }
}
