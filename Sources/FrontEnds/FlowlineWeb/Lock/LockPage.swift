import Flowline
import FlowlineLock
import FoundationEssentials

/// The page on which a PIN is typed, chosen, changed or removed.
struct LockPage {
  /// What it is for.
  enum Purpose: Sendable, Hashable {
    /// To show pages again.
    case open
    /// To choose a PIN, as there is none.
    case choose
    /// To lock, and to change or remove the PIN.
    case manage
  }

  /// Why what was sent was not done.
  struct Refusal: Sendable, Hashable {
    enum Reason: Sendable, Hashable {
      /// What was typed for a new PIN is too short or too long.
      case length
      /// What was typed for a new PIN has characters of too many bytes, or one that shows nothing.
      case characters
      /// Nothing was typed that a PIN can be.
      case missing
      case wrong(left: Int)
      /// None may be typed before this moment.
      case closed(until: Date)
      case unusable
      /// The system has no way to hash a PIN.
      case noMethod
      /// Another PIN was chosen meanwhile.
      case outdated
    }

    let reason: Reason
    let action: LockAction

    init(_ reason: Reason, by action: LockAction) {
      self.reason = reason
      self.action = action
    }

    /// The field that it is about; nil if it is about none.
    fileprivate var field: String? {
      switch reason {
      case .length, .characters: LockAction.Field.new
      case .missing, .wrong: action == .remove ? LockAction.Field.removed : LockAction.Field.pin
      case .closed, .unusable, .noMethod, .outdated: nil
      }
    }

    fileprivate var status: Int {
      switch reason {
      case .length, .characters, .missing, .wrong: 422
      case .closed: 429
      case .outdated: 409
      case .unusable, .noMethod: 500
      }
    }

    fileprivate func text(in words: WebWords) -> String {
      switch reason {
      case .length: words.pinLength()
      case .characters: words("lock.characters")
      case .missing: words.pinLength("lock.missing")
      case .wrong(let left): words("lock.wrong", .integer(left))
      case .closed(let moment): words("lock.closed", .string(words.text(of: moment)))
      case .unusable: words("lock.unusable")
      case .noMethod: words("lock.no-method")
      case .outdated: words("lock.outdated")
      }
    }
  }

  /// What was done before the page was shown: the value of a parameter of its address.
  enum Done: String, Sendable, CaseIterable {
    case set, removed

    /// What it is for then.
    var purpose: Purpose { self == .set ? .manage : .choose }
  }

  let purpose: Purpose
  var refusal: Refusal?
  /// Whether the user was logged out just now.
  var isLoggedOut = false
  /// What is said of what was done; nil to say nothing.
  var done: Done?
  /// Where to go on.
  var next: WebLink?
  /// What somebody can do who has forgotten the PIN.
  var forgotten: Text?
  /// After how many minutes it locks by itself.
  let minutes: Int

  func page(in context: PageContext) -> WebPage {
    let words = context.words
    let heading =
      switch purpose {
      case .open: words("lock.locked", .string(context.facts.serviceName))
      case .choose: words("lock.choose")
      case .manage: words("lock.manage")
      }
    return WebPage(
      title: heading, status: refusal?.status ?? 200, isError: refusal != nil,
      above: above(words, context),
      main: HTML {
        if let refusal {
          ProblemSummary(
            text: refusal.text(in: words), field: refusal.field,
            remark: isLoggedOut ? words("lock.logged-out") : nil
          ).html(words)
        }
        if let done { Parts.notice(words("lock.\(done.rawValue)"), isSuccess: true) }
        Tag.h1(.class("heading")) { heading }
        switch purpose {
        case .open: open(words, context)
        case .choose: choose(words, context)
        case .manage: manage(words, context)
        }
      })
  }

  private func above(_ words: WebWords, _ context: PageContext) -> HTML {
    guard purpose != .open else { return HTML() }
    return Tag.a(.class("back"), .href(next ?? context.paths.home)) { words("button.back") }
  }

  // MARK: - Forms

  private func open(_ words: WebWords, _ context: PageContext) -> HTML {
    HTML {
      Tag.p(.class("lead")) { words("lock.locked.help") }
      form(.unlock, words("button.unlock"), context) {
        field(LockAction.Field.pin, words("lock.pin"), words)
      }
      if let forgotten { Tag.p { words(forgotten) } }
    }
  }

  private func choose(_ words: WebWords, _ context: PageContext) -> HTML {
    HTML {
      Tag.p(.class("lead")) { words("lock.choose.help", .integer(minutes)) }
      form(.keep, words("lock.save"), context) { newPIN(words) }
    }
  }

  private func manage(_ words: WebWords, _ context: PageContext) -> HTML {
    HTML {
      Tag.p(.class("lead")) { words("lock.manage.help", .integer(minutes)) }
      form(.lock, words("lock.now"), context) { HTML() }
      Tag.section(.class("section")) {
        Tag.h2 { words("lock.change") }
        form(.keep, words("lock.save"), context, isUsual: false) {
          field(LockAction.Field.pin, words("lock.current"), words)
          newPIN(words)
        }
      }
      Tag.section(.class("section")) {
        Tag.h2 { words("lock.remove") }
        form(.remove, words("lock.remove.button"), context, isUsual: false) {
          field(LockAction.Field.removed, words("lock.current"), words)
        }
      }
    }
  }

  /// It is asked for once: it can be looked at.
  private func newPIN(_ words: WebWords) -> HTML {
    field(LockAction.Field.new, words("lock.new"), words, hint: words.pinLength(), isNew: true)
  }

  /// - Parameter isUsual: whether it is what the page is for, whose button stands out.
  private func form(
    _ action: LockAction, _ label: String, _ context: PageContext, isUsual: Bool = true,
    @HTMLBuilder _ fields: () -> HTML
  ) -> HTML {
    Tag.form(.class("question-form"), .post, .action(context.paths.lock()), .novalidate) {
      if let next { Parts.hidden(FieldName.from, next.text) }
      fields()
      Tag.div(.class("buttons")) {
        Tag.button(
          .class(isUsual ? "button" : "button secondary"), .type("submit"),
          .name(FieldName.action), .value(action.rawValue),
          action == .lock ? .data("locks") : nil
        ) { label }
      }
    }
  }

  private func field(
    _ name: String, _ label: String, _ words: WebWords, hint: String? = nil, isNew: Bool = false
  ) -> HTML {
    let isWrong = refusal?.field == name
    return Tag.div(.class(isWrong ? "field refused" : "field")) {
      Tag.label(.class("question"), .for(name)) { label }
      if let hint { Tag.p(.class("hint"), .id("\(name)-hint")) { hint } }
      if isWrong, let refusal {
        Tag.p(.class("error"), .id("\(name)-error")) {
          Parts.unseen(words("word.error") + " ")
          refusal.text(in: words)
        }
      }
      Tag.input(
        .class("input width-20"), .type("password"), .id(name), .name(name),
        .autocomplete(isNew ? "new-password" : "current-password"),
        .noSpellcheck, isWrong ? .invalid : nil,
        .data("show", words("secret.show")), .data("hide", words("secret.hide")),
        .describedBy((hint == nil ? [] : ["\(name)-hint"]) + (isWrong ? ["\(name)-error"] : [])))
    }
  }
}

extension WebWords {
  /// How long a PIN is.
  ///
  /// - Parameter key: the text that says it.
  fileprivate func pinLength(_ key: String = "lock.length") -> String {
    self(
      key, .string("\(HashedPIN.length.lowerBound)"),
      .string("\(HashedPIN.length.upperBound)"))
  }
}
