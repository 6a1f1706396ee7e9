import Flowline
import FlowlineHost
import FoundationEssentials

/// Pages of a session in which no single question is asked.
struct SessionPages {
  let state: HostedState
  let setting: PageSetting

  private var words: WebWords { setting.words }
  private var session: SessionKey { state.key }

  // MARK: - Several questions

  /// Children at once, each with a form of its own.
  func together(_ pages: [QuestionPage]) -> WebPage {
    WebPage(
      title: state.title.text.capitalizedFirst, isError: pages.contains { $0.page.isError },
      main: HTML {
        Tag.h1 { state.title.text.capitalizedFirst }
        Tag.p { words("together") }
        for page in pages { Tag.section(.class("part")) { page.main } }
        waits
      })
  }

  // MARK: - Under way

  /// Something is being read or written.
  var working: WebPage {
    let effects = state.underWay.filter { !$0.isWait }
    let title = effects.first?.title?.text ?? words("working")
    return WebPage(
      title: title,
      refresh: WebPage.Refresh(
        seconds: 2, events: setting.paths.events(session.session)),
      main: HTML {
        Tag.p(.class("caption")) { state.title.text.capitalizedFirst }
        Tag.h1(.ariaLive("polite")) { title }
        for effect in effects { progress(effect) }
        Tag.p { words(effects.contains(where: \.isCommit) ? "working.commit" : "working.load") }
        if !effects.contains(where: \.isCommit) {
          Tag.form(.post, .action(setting.paths.working(session.session))) {
            Tag.button(
              .class("secondary"), .name(FieldName.action), .value(PageAction.stop.rawValue)
            ) { words("stop") }
          }
        }
      })
  }

  private func progress(_ effect: FlowInspection.Effect) -> HTML {
    HTML {
      if let done = effect.done, let total = effect.total, total > 0 {
        Tag.progress(
          .value("\(done)"), .max(total), .ariaLabel(effect.title?.text ?? words("working"))
        ) { "\(done) / \(total)" }
      } else {
        Tag.progress(.ariaLabel(effect.title?.text ?? words("working")))
      }
      if let remark = effect.remark { Tag.p(.class("hint")) { remark.text } }
    }
  }

  /// The flow waits for a moment or an event.
  var waiting: WebPage {
    WebPage(
      title: words("waiting"),
      refresh: WebPage.Refresh(seconds: 30, events: setting.paths.events(session.session)),
      main: HTML {
        Tag.p(.class("caption")) { state.title.text.capitalizedFirst }
        Tag.h1 { words("waiting") }
        waits
        Tag.p { words("waiting.explained") }
        Tag.p(.class("ways")) {
          Tag.a(.href(setting.paths.leave(session.session))) { words("leave.link") }
          Tag.a(.href(setting.paths.home)) { words("later.link") }
        }
      })
  }

  @HTMLBuilder private var waits: HTML {
    let waits = state.underWay.filter(\.isWait)
    if !waits.isEmpty {
      Tag.ul {
        for wait in waits {
          Tag.li {
            let title = wait.title?.text ?? wait.id.rawValue
            if let until = wait.until {
              words("waiting.until", .string(title), .string(words.text(of: until)))
            } else {
              title
            }
          }
        }
      }
    }
  }

  /// The person left it for later.
  var paused: WebPage {
    WebPage(
      title: words("paused"),
      main: HTML {
        Tag.h1 { words("paused") }
        Tag.p { words("paused.explained") }
        Tag.p { Tag.a(.href(setting.paths.session(session.session))) { words("resume") } }
        Tag.p { Tag.a(.href(setting.paths.home)) { words("home.link") } }
      })
  }

  // MARK: - The end

  /// How it ended, with a record to keep.
  func ended(_ end: HostedEnd, answers: [HostedAnswer]) -> WebPage {
    let (kind, title) = heading(of: end)
    return WebPage(
      title: title,
      main: HTML {
        Tag.div(.class("outcome \(kind)")) {
          Tag.h1 { title }
          if let text = end.text { Tag.p { text.text } }
          Tag.p(.class("reference")) {
            words("reference", .string(reference))
          }
        }
        if kind == "failed" { Tag.p { words("failed.explained") } }
        if !answers.isEmpty {
          Tag.h2 { words("answers.given") }
          list(answers, canChange: false)
        }
        Tag.p(.class("ways")) {
          Tag.a(.href(setting.paths.journal(session.session))) { words("journal.link") }
          Tag.a(.href(setting.paths.home)) { words("home.link") }
        }
      })
  }

  /// The beginning of the session's id, which tells it from others.
  private var reference: String {
    String(session.session.uuidString.prefix(8))
  }

  private func heading(of end: HostedEnd) -> (kind: String, title: String) {
    switch end.standing {
    case .finished:
      ("finished", words("ended.finished", .string(state.title.text.capitalizedFirst)))
    case .cancelled(.declined): ("declined", words("ended.declined"))
    case .cancelled:
      ("cancelled", words("ended.cancelled", .string(state.title.text.capitalizedFirst)))
    default: ("failed", words("ended.failed", .string(state.title.text.capitalizedFirst)))
    }
  }

  // MARK: - Answers

  /// All that was answered, each to be changed.
  func answers(_ answers: [HostedAnswer]) -> WebPage {
    WebPage(
      title: words("answers"),
      before: Tag.a(.class("back"), .href(setting.paths.session(session.session))) {
        words("back.to-current")
      },
      main: HTML {
        Tag.p(.class("caption")) { state.title.text.capitalizedFirst }
        Tag.h1 { words("answers") }
        if answers.isEmpty { Tag.p { words("answers.none") } }
        list(answers, canChange: state.end == nil)
      })
  }

  private func list(_ answers: [HostedAnswer], canChange: Bool) -> HTML {
    Tag.dl(.class("summary")) {
      for answer in answers where !answer.prompt.isMenu {
        Tag.div {
          Tag.dt { answer.prompt.question.text }
          Tag.dd { Tag.bdi { answer.text(in: words) } }
          if canChange {
            Tag.dd(.class("change")) {
              Tag.a(.href(setting.paths.step(session.session, answer.token))) {
                words("change")
                Tag.span(.class("unseen")) { " " + answer.prompt.question.text }
              }
            }
          }
        }
      }
    }
  }

  /// Whether one is sure to delete all of it.
  var forget: WebPage {
    WebPage(
      title: words("forget.title", .string(state.title.text.capitalizedFirst)),
      before: Tag.a(.class("back"), .href(setting.paths.home)) { words("home.link") },
      main: HTML {
        Tag.h1 { words("forget.title", .string(state.title.text.capitalizedFirst)) }
        Tag.p { words("forget.explained") }
        if state.question?.prompt.hold?.mayHaveBeenDone ?? false {
          Tag.div(.class("warning")) { Tag.p { words("forget.open") } }
        }
        Tag.form(.post, .action(setting.paths.forget(session.session))) {
          Tag.div(.class("buttons")) {
            Tag.button(.class("primary danger")) { words("forget.yes") }
            Tag.a(.href(setting.paths.home)) { words("leave.no") }
          }
        }
      })
  }

  /// Whether one is sure to leave.
  func leave(_ question: HostedQuestion?) -> WebPage {
    WebPage(
      title: words("leave", .string(state.title.text.capitalizedFirst)),
      before: Tag.a(.class("back"), .href(setting.paths.session(session.session))) {
        words("back.to-current")
      },
      main: HTML {
        Tag.h1 { words("leave", .string(state.title.text.capitalizedFirst)) }
        Tag.p { words("leave.explained") }
        Tag.form(.post, .action(setting.paths.leave(session.session))) {
          if let question {
            Tag.input(.type("hidden"), .name(FieldName.token), .value("\(question.token)"))
          }
          Tag.div(.class("buttons")) {
            Tag.button(
              .class("primary danger"), .name(FieldName.action),
              .value(PageAction.cancel.rawValue)
            ) { words("leave.yes") }
            Tag.a(.href(setting.paths.session(session.session))) { words("leave.no") }
          }
        }
      })
  }
}

extension HostedAnswer {
  /// The answer as a person reads it.
  func text(in words: WebWords) -> String {
    switch answer.value {
    case .null: return words("answer.none")
    case .bool(let yes):
      if case .confirm = prompt.kind { return words(yes ? "yes" : "no") }
      return words("answer.read")
    case JSONValue.redactionMark: return words("answer.secret")
    default: break
    }
    let choices = prompt.kind.choices
    if !choices.isEmpty {
      let keys: [JSONValue] =
        if case .array(let keys) = answer.value { keys } else { [answer.value] }
      return keys.map { key in
        choices.first { $0.key == key.string }?.label.text ?? key.string ?? key.text
      }.joined(separator: ", ")
    }
    if let file = KeptFile(answer.value) { return file.name }
    return shown(in: words.environment) ?? answer.value.string ?? answer.value.text
  }
}
