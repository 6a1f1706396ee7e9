import Flowline

/// The form of a page in which something may be typed: ways to other pages belong to it, so that they take along
/// what was typed, without a script as well.
///
/// Such a way is a button that looks like a link, and a link where nothing would take anything along; the script
/// makes links of the buttons (HTML Living Standard, 4.10.17.3 and 4.10.18.6: `form` and `formaction`).
struct PageForm: Sendable, Hashable {
  let id: String
  /// Where it is sent.
  let action: WebLink
  /// The session whose pages show what was typed on others; nil outside of one.
  let session: WebLink?
  /// Whether the server keeps what was typed if another page is gone to.
  let isKept: Bool

  /// Where a way sends the form, to lead to a page with what was typed, or with that kept; nil if neither can be
  /// done.
  func sent(to link: WebLink) -> WebLink? {
    if let session, link.isAt(session) {
      return link.withoutQuery.adding([(FieldName.action, PageAction.show.rawValue)])
    }
    guard isKept else { return nil }
    return action.adding([
      (FieldName.action, PageAction.keep.rawValue), (FieldName.way, link.text),
    ])
  }

  /// Where the button that locks sends the form; nil if nothing keeps what was typed.
  var locking: WebLink? {
    isKept ? action.adding([(FieldName.action, PageAction.lock.rawValue)]) : nil
  }
}

extension Parts {
  /// A way to another page of the site.
  ///
  /// - Parameters:
  ///   - link: the page.
  ///   - names: its classes.
  ///   - form: the form that it takes along; nil if the page has none.
  ///   - content: what is on it.
  static func way(
    to link: WebLink, class names: String? = nil, with form: PageForm?,
    @HTMLBuilder _ content: () -> HTML
  ) -> HTML {
    guard let form, let sent = form.sent(to: link) else {
      return Tag.a(names.map { .class($0) }, .href(link)) { content() }
    }
    return Tag.button(
      .class(names ?? "link"), .type("submit"), .form(form.id), .formaction(sent),
      .data("way", link.text)
    ) { content() }
  }
}

extension PageFacts {
  /// A way to another page of the site, such as one that logs out: whatever is half filled in on this page is kept,
  /// without secrets, until the same user opens the session again.
  ///
  /// It is a link, or a button of the page's form that looks like one; the browser asks for the page by GET. The
  /// page may lead on to another site: the form's own sending has ended by then.
  ///
  ///     layout.account = { user, page in page.way(to: WebLink(path: ["log-out"])) { "Log out" } }
  ///
  /// - Parameters:
  ///   - link: the page, on the same server.
  ///   - names: classes for style sheets, with spaces between.
  ///   - content: what is on it.
  /// - Returns: the link or the button.
  public func way(
    to link: WebLink, class names: String = "link", @HTMLBuilder _ content: () -> HTML
  ) -> HTML {
    Parts.way(to: link, class: names, with: link.isOnThisServer ? form : nil, content)
  }
}
