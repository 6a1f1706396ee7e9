import ServiceBasics

/// What a person's browser shows when a log-in is over, in words of the front end's language.
public struct LoopbackPages: Sendable, Hashable {
  /// A page: its heading, and a sentence below it.
  public struct Page: Sendable, Hashable {
    /// The heading.
    public var heading: String
    /// What to do now: a sentence.
    public var text: String

    /// Makes a page.
    public init(_ heading: String, _ text: String) {
      self.heading = heading
      self.text = text
    }
  }

  /// The code of the language, such as `en`.
  public var language: String
  /// The answer came, and access is allowed.
  public var allowed: Page
  /// The person did not allow access.
  public var notAllowed: Page
  /// The service could not ask, or its answer cannot be read.
  public var failed: Page
  /// It is the answer to another attempt.
  public var otherAttempt: Page

  /// Makes pages: in English unless other words are given.
  public init(
    language: String = "en",
    allowed: Page = Page("Access allowed", "You can close this page and return to the program."),
    notAllowed: Page = Page(
      "Access not allowed", "Nothing was changed. You can close this page."),
    failed: Page = Page(
      "That did not work", "Return to the program, which says what happened."),
    otherAttempt: Page = Page(
      "This page is out of date", "Return to the program and open the address that it shows now.")
  ) {
    self.language = language
    self.allowed = allowed
    self.notAllowed = notAllowed
    self.failed = failed
    self.otherAttempt = otherAttempt
  }

  func page(for answer: OAuthAnswer) -> (status: Int, html: String) {
    switch answer {
    case .allowed: (200, html(allowed))
    case .notAllowed: (200, html(notAllowed))
    case .refused, .unreadable: (400, html(failed))
    case .otherAttempt: (400, html(otherAttempt))
    }
  }

  private func html(_ page: Page) -> String {
    """
    <!doctype html>
    <html lang="\(language.escapedForHTML)"><head><meta charset="utf-8">\
    <meta name="viewport" content="width=device-width"><title>\(page.heading.escapedForHTML)</title>\
    <style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}\
    </style></head>
    <body><main><h1>\(page.heading.escapedForHTML)</h1><p>\(page.text.escapedForHTML)</p></main></body>\
    </html>

    """
  }
}
