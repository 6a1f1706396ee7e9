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
  }

  let session: UUID
  /// What people call the flow.
  let flow: String
  /// How it is begun again; nil if it is not offered.
  var offer: HomePage.Offer?
  let end: End
  var rows: [AnswerList.Row] = []

  func page(in context: PageContext) -> WebPage {
    let words = context.words
    let heading = heading(words)
    return WebPage(
      title: words("page.title", .string(heading), .string(flow.asBeginning)),
      main: HTML {
        Tag.div(.class("panel \(manner)")) {
          Parts.caption(flow.asBeginning)
          Tag.h1(.class("heading")) { heading }
          if let text = text(words) { Tag.p(.class("panel-text")) { Parts.lines(text) } }
        }
        Tag.p(.class("reference")) {
          words("end.reference") + " "
          Tag.code { session.uuidString.lowercased() }
        }
        record(in: context)
        Tag.div(.class("buttons")) {
          Tag.a(.class("button"), .href(context.paths.home)) { words("button.home") }
          // What is begun again unseen may be done twice: it is begun from the start page.
          if let offer, !isUnknown {
            offer.form(words("button.again"), class: "button secondary", in: context)
          }
        }
      })
  }

  private var isUnknown: Bool { if case .unknown = end { true } else { false } }

  private var manner: String {
    switch end {
    case .finished: "finished"
    case .cancelled: "cancelled"
    case .failed: "failed"
    case .unknown: "unknown"
    }
  }

  private func heading(_ words: WebWords) -> String {
    switch end {
    case .finished: words("end.finished")
    case .cancelled(.declined): words("end.declined")
    case .cancelled: words("end.cancelled")
    case .failed: words("end.failed")
    case .unknown: words("end.unknown")
    }
  }

  private func text(_ words: WebWords) -> String? {
    switch end {
    case .finished(let text): text
    case .cancelled(.declined): words("end.declined.text")
    case .cancelled(.user), .cancelled(.dismissed): words("end.cancelled.text")
    case .cancelled: words("end.stopped.text")
    case .failed(let text):
      [text, words("end.failed.text")].compactMap { $0 }.joined(separator: "\n")
    case .unknown(let text):
      [text, words("end.unknown.text")].compactMap { $0 }.joined(separator: "\n")
    }
  }

  private func record(in context: PageContext) -> HTML {
    Tag.div(.class("record")) {
      if !rows.isEmpty {
        Tag.h2 { context.words("end.record") }
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
