import Flowline
import FlowlineHost
import FoundationEssentials

/// The page that asks whether to leave a flow, and says what becomes of the answers.
struct LeavePage {
  let session: UUID
  /// What people call the flow that is left: the innermost one.
  let flow: String
  /// The question that waits, so that a page from before is told from this one; nil if none does.
  let token: StepToken?
  /// Whether another flow goes on when this one is left.
  let isNested: Bool

  func page(in context: PageContext) -> WebPage {
    let words = context.words
    let heading = words("leave.heading", .string(flow.asBeginning))
    return WebPage(
      title: heading,
      above: Tag.a(.class("back"), .href(context.paths.session(session))) {
        words(token == nil ? "button.return" : "answers.return")
      },
      main: HTML {
        Tag.h1(.class("heading")) { heading }
        Tag.p(.class("lead")) { words(isNested ? "leave.nested" : "leave.lead") }
        Tag.div(.class("buttons")) {
          Tag.a(.class("button"), .href(context.paths.home)) { words("leave.later") }
          Parts.form(
            words("leave.cancel"), .cancel, to: context.paths.leave(session),
            class: "button danger", token.map { [(FieldName.token, "\($0)")] } ?? [])
        }
      })
  }
}

extension LeavePage {
  /// Makes the page for a session as it stands.
  init(_ state: HostedState) {
    session = state.key.session
    token = state.question?.token
    let ended = (try? state.inputs?.cancel.get()) ?? []
    isNested = !ended.isEmpty && !ended.contains(state.flow)
    // The question is the last part of the trail, and the flow that asks it the one before.
    let inner = state.question?.prompt.trail.dropLast().last?.text
    flow = isNested ? inner ?? state.title.text : state.title.text
  }
}
