import Flowline
import FoundationEssentials

/// The first page: what was begun and is not finished, what is offered, and what has ended.
struct HomePage {
  /// A flow that is offered.
  struct Offer: Hashable, Sendable {
    let id: FlowID
    let title: String
    let summary: String
    /// The session that its button starts: a form that is sent twice starts one.
    let session: UUID

    /// The button that starts it.
    func form(
      _ label: String, class names: String, unseen: String? = nil, in context: PageContext
    ) -> HTML {
      Parts.form(
        label, .start, to: context.paths.start(id), class: names, unseen: unseen,
        [(FieldName.session, session.uuidString.lowercased())])
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
    }

    let id: UUID
    /// What people call its flow.
    let title: String
    let state: State
    /// What was answered first, which tells it from others of its flow.
    var answers: [String] = []
    let changed: Date
  }

  var families: [Family] = []
  var sessions: [Session] = []
  /// Why what was asked for was not started; nil if nothing was.
  var refusal: String?
  /// The address of the page with the sessions behind these; nil if these are the last.
  var more: WebLink?

  func page(in context: PageContext) -> WebPage {
    let words = context.words
    let name = context.facts.serviceName
    let open = sessions.filter { !$0.state.isEnd }
    let ended = sessions.filter { $0.state.isEnd }
    return WebPage(
      title: name, status: refusal == nil ? 200 : 409, isError: refusal != nil,
      main: HTML {
        if let refusal {
          Tag.div(.class("summary error"), .tabindex(-1), .data("focus")) {
            Tag.div(.role("alert")) {
              Tag.h2 { words("summary.error") }
              Tag.p { refusal }
            }
          }
        }
        Tag.h1(.class("heading")) { name }
        if let lead = context.layout.lead { Tag.p(.class("lead")) { words(lead) } }
        if !open.isEmpty { list("home.unfinished", open, context) }
        offers(in: context)
        if !ended.isEmpty { list("home.ended", ended, context) }
        if let more { Tag.p { Tag.a(.href(more)) { words("home.more") } } }
      })
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
          Tag.ul(.class("offers")) { for offer in family.offers { card(of: offer, context) } }
        }
      }
    }
  }

  private func card(of offer: Offer, _ context: PageContext) -> HTML {
    Tag.li(.class("card"), .data("flow", offer.id.rawValue)) {
      Tag.h3 { offer.title.asBeginning }
      if !offer.summary.isEmpty { Tag.p { offer.summary } }
      offer.form(
        context.words("button.start"), class: "button", unseen: offer.title, in: context)
    }
  }

  private func list(_ key: String, _ sessions: [Session], _ context: PageContext) -> HTML {
    Tag.section(.class("section")) {
      Tag.h2 { context.words(key) }
      Tag.ul(.class("tasks")) { for session in sessions { task(session, context) } }
    }
  }

  private func task(_ session: Session, _ context: PageContext) -> HTML {
    let words = context.words
    let isDamaged = session.state == .damaged
    let title = session.title.asBeginning
    let changed = words.text(of: session.changed)
    let answers = session.answers.joined(separator: " · ")
    // Several may be of one flow: the same links are told apart by what is seen beside them.
    let other = answers.isEmpty ? changed : answers
    return Tag.li(.class("task"), .data("session", session.id.uuidString.lowercased())) {
      Tag.div(.class("task-name")) {
        // What cannot be resumed is no link.
        if isDamaged {
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
    case .unfinished: false
    case .finished, .cancelled, .failed, .unknown, .damaged: true
    }
  }
}

extension String {
  /// The text as it is at the beginning of a line: titles of flows begin small.
  package var asBeginning: String { prefix(1).uppercased() + dropFirst() }
}
