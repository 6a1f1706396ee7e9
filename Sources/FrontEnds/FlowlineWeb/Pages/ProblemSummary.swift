import Flowline

/// What is to be changed, at the top of a page that is about one thing: it takes the focus.
struct ProblemSummary {
  /// What is wrong, in the words of the page.
  let text: String
  /// The field that it leads to; nil if it is about none.
  var field: String?
  /// What is said besides; nil for nothing.
  var remark: String?

  func html(_ words: WebWords) -> HTML {
    // The role is on a child: on the element that has the focus it would be read twice.
    Tag.div(.class("summary error"), .tabindex(-1), .data("focus")) {
      Tag.div(.role("alert")) {
        Tag.h2 { words("summary.error") }
        if let field {
          Tag.ul { Tag.li { Tag.a(.href(WebLink(fragment: field))) { text } } }
        } else {
          Tag.p { text }
        }
        if let remark { Tag.p { remark } }
      }
    }
  }
}
