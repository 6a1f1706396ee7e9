import Flowline
import FoundationEssentials
import HTTPTypes

/// A page in place of one that cannot be shown.
struct FaultPage {
  /// What the page offers to do about a post.
  enum Retry: Sendable, Hashable {
    /// It is sent once more as it was.
    case send(PostedBody)
    /// The question is shown with what was typed, since files are to be chosen again, something is too
    /// large, or it was to be shown in another language.
    case show(PostedBody)
    /// The page that it came from is shown, with nothing of it.
    case page
  }

  let fault: SiteFault
  /// The address that was asked for.
  let here: WebLink
  /// What it offers; nil if nothing was posted, or there is no page to return to.
  var retry: Retry?
  /// What was typed, which is shown to be copied if it is not offered again.
  var unsent = UnsentAnswers()

  /// Whether an answer was posted: its address also takes it in another language, where others would do
  /// what was asked for.
  var isOfQuestion = false

  /// The session whose record is at fault: to be deleted, if the person wants that.
  var damaged: UUID?

  /// Where a log-in leads back to; nil for where it leads by itself.
  var next: WebLink?

  /// The form with what was typed.
  private static let form = "kept"

  func page(in context: PageContext) -> WebPage {
    let words = context.words
    let heading = words("fault.\(fault.key)")
    return WebPage(
      title: heading, status: fault.status, isError: true,
      main: HTML {
        Tag.h1(.class("heading")) { heading }
        Tag.p(.class("lead")) { explanation(words) }
        if case .show(let posted)? = retry, posted.withoutUnsentBefore.hasLostFiles,
          !fault.isTooLarge
        {
          Tag.p { words("fault.files") }
        }
        if let seconds = fault.secondsToWait { Tag.p { words("fault.again", .integer(seconds)) } }
        if !keepsTyped {
          unsent.html(words)
          if !unsent.isEmpty {
            Tag.form(.id(Self.form), .post, .action(here)) {
              for field in unsent.fields { Parts.hidden(field.name, field.value) }
            }
          }
        }
        Tag.div(.class("buttons")) {
          if fault.needsLogIn, let logIn = context.layout.logIn {
            // In a window of its own: what was typed stays here.
            Tag.a(
              .class("button"), .href(logIn.leading(to: next)),
              retry.map { _ in Attribute("target", "_blank") }
            ) { words("button.log-in") }
          }
          if fault.needsPIN {
            Tag.a(
              .class("button"), .href(context.paths.lock(from: context.paths.home)),
              Attribute("target", "_blank")
            ) { words("button.unlock") }
          }
          ways(words)
          if let damaged {
            Tag.a(.class("button danger"), .href(context.paths.forget(damaged))) {
              words("button.forget")
            }
          }
          if !fault.needsLogIn, !fault.needsPIN, fault != .otherHost {
            Tag.a(.class("button secondary"), .href(context.paths.home)) { words("button.home") }
          }
        }
      }, form: isOfQuestion && (keepsTyped || !unsent.isEmpty) ? Self.form : nil,
      isFoundAgain: keepsTyped || unsent.isEmpty)
  }

  /// What happened, what it means and what to do.
  private func explanation(_ words: WebWords) -> String {
    let key = "fault.\(fault.key).\(keepsTyped || !fault.tellsOfTyped ? "explained" : "bare")"
    return fault.limit.map { words(key, $0) } ?? words(key)
  }

  /// Whether what was typed is on the page.
  private var keepsTyped: Bool {
    switch retry {
    case .send?, .show?: true
    case .page?, nil: false
    }
  }

  @HTMLBuilder private func ways(_ words: WebWords) -> HTML {
    switch retry {
    case .send(let posted)?:
      // A page that was only to be shown is returned to.
      let isShown = posted[FieldName.action] == PageAction.show.rawValue
      form(posted) {
        Tag.button(.class("button"), .type("submit")) {
          words(isShown ? "answers.return" : "button.send-again")
        }
      }
    case .show(let posted)?: form(posted) { Parts.button(words("answers.return"), .refresh) }
    case .page?: Tag.a(.class("button"), .href(here)) { words("button.return") }
    case nil: HTML()
    }
  }

  /// The form with all that was typed.
  private func form(_ posted: PostedBody, @HTMLBuilder _ button: () -> HTML) -> HTML {
    Tag.form(
      .id(Self.form), .class("inline"), .post, .action(here), .data("typed"),
      .flag("data-again", isOfQuestion)
    ) {
      for field in posted.fields where field.name != FieldName.language {
        Parts.hidden(field.name, field.value)
      }
      if let language = posted[FieldName.language] { Parts.hidden(FieldName.language, language) }
      button()
    }
  }
}

extension WebLink {
  /// The address of a log-in that leads to another page of this server afterwards; the same if either is another
  /// server's.
  ///
  /// - Parameter next: the page; nil for none.
  fileprivate func leading(to next: WebLink?) -> WebLink {
    guard let next, isOnThisServer, next.isOnThisServer else { return self }
    return adding([(SitePaths.next, next.text)])
  }
}

extension FaultPage.Retry {
  /// What is offered for a post to a route; nil if nothing was posted, or there is no page to return to.
  init?(_ fault: SiteFault, _ body: PostedBody?, by route: SiteRoute?) {
    guard let route, route.method == .post, fault.canBeRepeated || fault.isOfBody else {
      return nil
    }
    let posted = body?.withoutSecrets ?? PostedBody()
    let isKept = route.keeping != .nothing && !posted.isEmpty
    // With another language it is not an answer.
    let isShown =
      posted.withoutUnsentBefore.hasLostFiles || posted[FieldName.language] != nil
    let isChanged = fault.isTooLarge || fault.canBeRepeated && isShown
    if isKept, isChanged, route.keeping == .answer {
      self = .show(posted)
    } else if isKept, fault.canBeRepeated {
      self = .send(posted)
    } else if route.hasPage {
      self = .page
    } else {
      return nil
    }
  }
}
