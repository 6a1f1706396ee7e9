import Flowline
import FlowlineHost
import FoundationEssentials

/// Answers with their questions, each with a way to change it.
struct AnswerList {
  /// An answer.
  struct Row: Hashable, Sendable {
    let question: String
    let answer: String
    let path: StepPath
    /// The file that was answered with; nil if it was something else.
    var file: KeptFile?
    /// Names its question, to which one can go back; nil if one cannot.
    var token: StepToken?
  }

  let rows: [Row]
  /// The session whose answers may be changed; nil for a record of one that has ended.
  let session: UUID?
  let context: PageContext
  /// The form that the ways to change answers take along; nil if nothing was typed on other pages.
  var form: PageForm?

  var html: HTML {
    guard !rows.isEmpty else { return Tag.p { context.words("answers.none") } }
    return Tag.dl(.class(session == nil ? "rows answers" : "rows answers changeable")) {
      for row in rows {
        Tag.div(.class("row"), .data("answer", row.path.description)) {
          Tag.dt { row.question }
          Tag.dd(.class("value")) {
            Tag.bdi { Parts.lines(row.answer) }
            if let session, let file = row.file {
              Parts.download(file, from: context.paths.file(file.digest, session), context.words)
            }
          }
          if let session, let token = row.token {
            Tag.dd(.class("action")) {
              Parts.way(to: context.paths.step(session, token), with: form) {
                context.words("button.change")
                Parts.unseen(" " + row.question)
              }
            }
          }
        }
      }
    }
  }
}

extension AnswerList.Row {
  /// Makes the row of an answered question; nil for a page that was read and for a menu, which have no
  /// answer to change.
  init?(_ answered: HostedAnswer, canChange: Bool, words: WebWords) {
    guard answered.isListed else { return nil }
    self.init(of: answered, canChange: canChange, words: words)
  }

  /// Makes the rows of what a session that has ended did.
  ///
  /// What was chosen from menus tells that as well, up to the last write. Of a question that was asked again
  /// before the same write the last answer counts.
  static func record(
    of answers: [HostedAnswer], _ writes: SessionWrites, words: WebWords
  ) -> [AnswerList.Row] {
    func asking(_ answered: HostedAnswer) -> Asking {
      Asking(path: answered.answer.path, write: writes.number(before: answered.answer))
    }
    var last: [Asking: Int] = [:]
    for answered in answers { last[asking(answered)] = answered.answer.number }
    return answers.compactMap { answered in
      let isMenu = answered.prompt.isMenu && writes.follow(answered.answer)
      guard answered.isListed || isMenu, last[asking(answered)] == answered.answer.number
      else { return nil }
      return AnswerList.Row(of: answered, canChange: false, words: words)
    }
  }

  /// A question before a write.
  private struct Asking: Hashable {
    let path: StepPath
    let write: Int
  }

  private init(of answered: HostedAnswer, canChange: Bool, words: WebWords) {
    let prompt = answered.prompt
    question = prompt.question.text
    answer = AnswerWords(words: words).text(of: answered.answer.value, to: prompt)
    path = answered.answer.path
    file = KeptFile(answered.answer.value)
    token = canChange ? answered.token : nil
  }
}

extension HostedAnswer {
  /// Whether it is an answer to look at and to change: a page that was read and a menu have none.
  var isListed: Bool { prompt.kind != .review && !prompt.isMenu }
}
