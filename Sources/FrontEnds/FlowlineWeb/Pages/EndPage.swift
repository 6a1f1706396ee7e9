import Flowline
import FoundationEssentials

/// The page of a session that has ended: how, what is to be known of it, and a record to keep.
struct EndPage {
  /// How it ended.
  enum End: Hashable, Sendable {
    /// With a result; the words are the flow's own, if it has any.
    case finished(String?)
    case cancelled(CancelReason)
    /// Broken; the words are for people, if there are any.
    case failed(String?)
    /// Without anybody knowing whether something that was sent was carried out; the words are for people,
    /// if there are any.
    case unknown(String?)
    /// Given up over something that had been carried out, as was found; the words are for people, if there are any.
    case doneAndGivenUp(String?)
  }

  let session: UUID
  /// What people call the flow.
  let flow: String
  /// How it is begun again; nil if it is not offered.
  var offer: HomePage.Offer?
  let end: End
  /// Whether something may have been written outside before it ended: a write has a reply.
  let hasWritten: Bool
  /// When it ended; nil if the store does not say.
  var ended: Date?
  var rows: [AnswerList.Row] = []

  func page(in context: PageContext) -> WebPage {
    let words = context.words
    let heading = heading(words)
    return WebPage(
      title: words("page.title", .string(heading), .string(flow.asBeginning)),
      main: HTML {
        Tag.div(.class("panel \(manner)")) {
          Parts.caption(flow.asBeginning)
          Tag.h1(.class(told.isEmpty ? "heading" : "heading told")) { heading }
          if let text = text(words) { Tag.p(.class("panel-text")) { Parts.lines(text) } }
        }
        if isForKeeping { reference(words) }
        record(in: context)
        Tag.div(.class("buttons")) {
          Tag.a(.class("button"), .href(context.paths.home)) { words("button.home") }
          // What is begun again unseen may be done twice: it is begun from the start page.
          if let offer, !isToBeChecked {
            offer.form(words("button.again"), class: "button secondary", in: context)
          }
        }
      })
  }

  /// Whether it was done, or may have been, though it did not end well.
  private var isToBeChecked: Bool {
    switch end {
    case .unknown, .doneAndGivenUp: true
    case .finished, .cancelled, .failed: false
    }
  }

  /// Whether somebody may have to come back to it: something was done, or may have been, or went wrong.
  private var isForKeeping: Bool {
    switch end {
    case .failed, .unknown, .doneAndGivenUp: true
    case .finished, .cancelled: hasWritten
    }
  }

  /// The lines of the flow's own words for its result; empty if it has none.
  private var told: [Substring] {
    guard case .finished(let text?) = end else { return [] }
    return text.split(separator: "\n")
  }

  /// The class of the panel.
  ///
  /// A result in the flow's own words may be a good one or not: nothing but the words says which.
  private var manner: String {
    switch end {
    case .finished: hasWritten && told.isEmpty ? "finished" : "calm"
    case .cancelled: "cancelled"
    case .failed: "failed"
    case .unknown, .doneAndGivenUp: "unknown"
    }
  }

  private func heading(_ words: WebWords) -> String {
    switch end {
    case .finished: told.first.map(String.init) ?? words("end.finished")
    case .cancelled where hasWritten: words("end.partly")
    case .cancelled(.declined): words("end.declined")
    case .cancelled: words("end.cancelled")
    case .failed: words("end.failed")
    case .unknown: words("end.unknown")
    case .doneAndGivenUp: words("end.done")
    }
  }

  private func text(_ words: WebWords) -> String? {
    switch end {
    case .finished: told.count > 1 ? told.dropFirst().joined(separator: "\n") : nil
    case .cancelled where hasWritten: words("end.partly.text")
    case .cancelled(.declined): words("end.declined.text")
    case .cancelled(.user), .cancelled(.dismissed): words("end.cancelled.text")
    case .cancelled: words("end.stopped.text")
    case .failed(let text):
      [text, words(hasWritten ? "end.failed.partly" : "end.failed.text")].compactMap { $0 }
        .joined(separator: "\n")
    case .unknown(let text):
      [text, words("end.unknown.text")].compactMap { $0 }.joined(separator: "\n")
    case .doneAndGivenUp(let text):
      [text, words("end.done.text")].compactMap { $0 }.joined(separator: "\n")
    }
  }

  /// When it ended, and what to call it when somebody asks.
  ///
  /// Ids of sessions begin with the time, so that it is the end of one that tells it from others.
  private func reference(_ words: WebWords) -> HTML {
    let id = session.text
    return Tag.p(.class("reference")) {
      if let ended { Tag.span { words("end.ended", .string(words.text(of: ended))) } }
      Tag.span {
        words("end.reference") + " "
        Tag.abbr(.title(id)) { String(id.suffix(8)) }
      }
    }
  }

  private func record(in context: PageContext) -> HTML {
    Tag.div(.class("record")) {
      if !rows.isEmpty {
        Tag.h2 { context.words(isForKeeping ? "end.record" : "end.answers") }
        AnswerList(rows: rows, session: nil, context: context).html
      }
      Tag.ul(.class("links")) {
        Tag.li {
          Tag.a(.href(context.paths.journal(session)), Attribute("download", nil)) {
            context.words("end.journal")
          }
        }
        Tag.li(.class("with-script")) {
          Tag.button(.class("link"), .type("button"), .data("print")) { context.words("end.print") }
        }
      }
    }
  }
}
