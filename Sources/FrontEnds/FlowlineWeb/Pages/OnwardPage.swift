import Flowline

/// The page that ends the sending of a form, and leads on by itself.
///
/// A redirect would be a part of the sending, which the pages’ policy keeps on this site (`form-action`): a
/// browser would not come to a page that logs out if that leads to another site. In the history the next page
/// takes the place of this one (HTML Living Standard, "shared declarative refresh steps"), so that the way back
/// leads past it.
struct OnwardPage {
  /// Where it leads.
  let link: WebLink

  func page(in context: PageContext) -> WebPage {
    let words = context.words
    let heading = words("onward.heading")
    return WebPage(
      title: heading,
      main: HTML {
        Tag.h1(.class("heading")) { heading }
        Tag.p(.class("lead")) { words("onward.lead") }
        Tag.div(.class("buttons")) {
          Tag.a(.class("button"), .href(link), .data("onward")) { words("button.continue") }
        }
      }, isFoundAgain: false, onward: link)
  }
}
