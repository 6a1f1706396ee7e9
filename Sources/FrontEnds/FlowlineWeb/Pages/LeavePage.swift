import Flowline
import FlowlineHost
import FoundationEssentials

/// The page that asks whether to leave a flow, and says what becomes of the answers.
struct LeavePage {
  let session: UUID
  /// What people call what is left, as the pages before it did: the flow that was started, or the place of
  /// its own that they were in.
  let flow: String
  /// The question that waits, so that a page from before is told from this one; nil if none does.
  let token: StepToken?
  /// Whether another flow goes on when this one is left.
  let isNested: Bool
  /// Whether something was written outside, which leaving does not undo.
  let hasWritten: Bool
  /// What was typed on other pages, which comes along if the person stays.
  var carried: [PostedBody.Field] = []

  func page(in context: PageContext) -> WebPage {
    let words = context.words
    let heading = words("leave.heading", .string(flow.asBeginning))
    let form = WebPage.carryingForm(carried, in: context)
    return WebPage(
      title: heading,
      above: Parts.way(to: context.paths.session(session), class: "back", with: form) {
        words(token == nil ? "button.return" : "answers.return")
      },
      main: HTML {
        Tag.h1(.class("heading")) { heading }
        Tag.p(.class("lead")) { words(explanation) }
        Tag.div(.class("buttons")) {
          Parts.way(to: context.paths.home, class: "button", with: form) { words("leave.later") }
          Parts.form(
            words(isNested ? "leave.return" : hasWritten ? "leave.stop" : "leave.cancel"), .cancel,
            to: context.paths.leave(session),
            class: isNested || hasWritten ? "button secondary" : "button danger",
            token.map { [(FieldName.token, "\($0)")] } ?? [])
        }
      }, carried: carried)
  }

  /// The key of what becomes of it all.
  private var explanation: String {
    switch (isNested, hasWritten) {
    case (false, false): "leave.lead"
    case (false, true): "leave.lead.written"
    case (true, false): "leave.nested"
    case (true, true): "leave.nested.written"
    }
  }
}

extension LeavePage {
  /// Makes the page for a session as it stands.
  ///
  /// - Parameters:
  ///   - state: how the session stands.
  ///   - ended: the flows that leaving ends; nil if it cannot be left, or ended just now.
  ///   - hasWritten: whether something was written outside.
  init(_ state: HostedState, ending ended: [FlowID]?, hasWritten: Bool) {
    session = state.key.session
    token = state.question?.token
    isNested = ended.map { !$0.isEmpty && !$0.contains(state.flow) } ?? false
    self.hasWritten = hasWritten
    let place = isNested ? state.question?.prompt.place : nil
    flow = (place?.title ?? state.title).text
  }
}
