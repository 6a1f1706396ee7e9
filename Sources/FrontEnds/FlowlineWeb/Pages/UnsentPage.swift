import Flowline
import FoundationEssentials

/// The page after an answer that came too late, when nothing is asked: what was typed, to be copied.
struct UnsentPage {
  let session: UUID
  /// What people call the flow.
  let flow: String
  /// Whether the session has ended.
  let hasEnded: Bool
  let answers: UnsentAnswers
  /// What was chosen, though it had been decided another way.
  var late: [LateDecision] = []
  /// What was posted, without what is sensitive: another language shows the same page.
  let posted: PostedBody

  private static let form = "unsent"

  func page(in context: PageContext) -> WebPage {
    let words = context.words
    let name = TextArgument.string(flow.asBeginning)
    let form = context.pageForm(Self.form, to: context.here)
    return WebPage(
      title: words("page.title", .string(words("unsent.heading")), name), status: 409,
      isError: true,
      main: HTML {
        Parts.caption(flow.asBeginning)
        Tag.h1(.class("heading")) { words("unsent.heading") }
        if late.isEmpty || !answers.isEmpty {
          Tag.p(.class("lead")) { words(hasEnded ? "unsent.ended" : "unsent.moved", name) }
        }
        for decision in late { Tag.p(.class("lead")) { decision.text(in: words) } }
        answers.html(words)
        Tag.form(
          .id(Self.form), .post, .action(context.here), .data("typed"),
          form.session.map { .data("carries", $0.text) }, .flag("data-keeps", form.isKept)
        ) {
          // A button of a decision says only what was decided.
          if !late.isEmpty, posted[FieldName.action] == nil {
            Parts.hidden(FieldName.action, PageAction.answer.rawValue)
          }
          for field in posted.fields where field.name != FieldName.language {
            Parts.hidden(field.name, field.value)
          }
        }
        Tag.div(.class("buttons")) {
          Parts.way(to: context.paths.session(session), class: "button", with: form) {
            words(hasEnded ? "unsent.see.end" : "unsent.see.step")
          }
        }
      }, form: Self.form, pageForm: form, isFoundAgain: false)
  }
}

extension UnsentAnswers {
  /// What was typed, each text in a field of its own that is not sent, and that files are to be chosen
  /// again; empty if there is nothing of either.
  func html(_ words: WebWords) -> HTML {
    guard !isEmpty else { return HTML() }
    return Tag.div(.data("typed")) {
      if !lines.isEmpty {
        Parts.details(words("unsent.title"), isOpen: true) {
          Tag.p { words("unsent.copy") }
          for (index, line) in lines.enumerated() {
            Tag.label(.class("question"), .for("unsent-\(index)")) { line.question }
            Tag.textarea(
              .id("unsent-\(index)"), .class("input"), .rows(Self.rows(of: line.text)),
              Attribute("readonly", nil), .dir("auto"), .autocomplete("off")
            ) { line.text.inTextArea }
          }
        }
      }
      if hasFiles { Tag.p { words("unsent.files") } }
    }
  }

  /// As many lines as the text has, and a long one some more.
  private static func rows(of text: String) -> Int {
    min(8, max(text.count / 80, text.count(where: \.isNewline)) + 1)
  }
}
