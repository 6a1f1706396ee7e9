import Flowline

/// The page that asks whether to begin a flow with the answers of a link, and shows them.
///
/// To look at it begins nothing.
struct LinkPage {
  let link: FlowLink
  /// The flow, as the start page offers it.
  let offer: HomePage.Offer

  func page(in context: PageContext) -> WebPage {
    let words = context.words
    let heading = words("link.heading", .string(offer.title.asBeginning))
    return WebPage(
      title: heading,
      above: Tag.a(.class("back"), .href(context.paths.home)) { words("button.home") },
      main: HTML {
        Tag.h1(.class("heading")) { heading }
        if !offer.summary.isEmpty { Tag.p { offer.summary } }
        Tag.p(.class("lead")) { words("link.lead") }
        if !link.answers.isEmpty {
          Tag.p { words("link.answers") }
          answers
        }
        Tag.div(.class("buttons")) {
          offer.form(words("link.begin"), class: "button", with: link, in: context)
          Tag.a(.class("button secondary"), .href(context.paths.home)) { words("link.no") }
        }
      })
  }

  /// The steps with their answers, as the link has them: what is asked there is not known before the flow asks it.
  private var answers: HTML {
    Tag.dl(.class("rows answers")) {
      for given in link.answers {
        Tag.div(.class("row")) {
          Tag.dt { Parts.isolated(given.description) }
          Tag.dd(.class("value")) { Tag.bdi { Parts.lines(given.text) } }
        }
      }
    }
  }
}

extension GivenAnswer {
  /// The answer as it would be typed.
  fileprivate var text: String {
    switch answer {
    case .text(let text): text
    case .json(let json): json.string ?? json.text
    }
  }
}
