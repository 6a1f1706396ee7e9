import Flowline

/// Parts that several pages have.
enum Parts {
  /// Text for those who do not see the page.
  static func unseen(_ text: String) -> HTML { Tag.span(.class("unseen")) { text } }

  /// What a person typed, whatever way it is written.
  static func isolated(_ text: String) -> HTML { Tag.bdi { text } }

  /// What is between a heading and what it is about.
  static func caption(_ text: String) -> HTML { Tag.span(.class("caption")) { text } }

  static func hidden(_ name: String, _ value: String) -> HTML {
    Tag.input(.type("hidden"), .name(name), .value(value))
  }

  /// A button that sends a form.
  ///
  /// - Parameters:
  ///   - words: what is on it.
  ///   - action: what it asks for.
  ///   - names: its classes.
  ///   - form: the form that it belongs to; nil for the one that it is in.
  ///   - link: where it sends the form; nil for the form's own address.
  ///   - unseen: more for those who do not see the page.
  static func button(
    _ words: String, _ action: PageAction, class names: String = "button", of form: String? = nil,
    to link: WebLink? = nil, unseen: String? = nil
  ) -> HTML {
    Tag.button(
      .class(names), .type("submit"), form.map { .form($0) },
      link.map { .formaction($0) }, .name(FieldName.action), .value(action.rawValue)
    ) {
      words
      if let unseen { Parts.unseen(" " + unseen) }
    }
  }

  /// What Enter in a field presses: the first button of a form is that, wherever it is on the page, so that it comes
  /// before the ways of the frame.
  ///
  /// - Parameters:
  ///   - words: what is on it, for nobody to read.
  ///   - action: what it asks for; nil for what a form without a button asks for.
  ///   - form: the form that it belongs to.
  ///   - link: where it sends the form; nil for the form's own address.
  static func usualButton(
    _ words: String, _ action: PageAction?, of form: String, to link: WebLink? = nil
  ) -> HTML {
    Tag.button(
      .class("unseen"), .type("submit"), .form(form), link.map { .formaction($0) }, .tabindex(-1),
      .ariaHidden,
      action.map { _ in .name(FieldName.action) },
      action.map { .value($0.rawValue) }
    ) { words }
  }

  /// A form that is one button.
  static func form(
    _ words: String, _ action: PageAction, to link: WebLink, class names: String,
    unseen: String? = nil, _ fields: [(String, String)] = []
  ) -> HTML {
    Tag.form(.class("inline"), .post, .action(link)) {
      for field in fields { hidden(field.0, field.1) }
      button(words, action, class: names, unseen: unseen)
    }
  }

  /// Something that is said beside what the page is about.
  ///
  /// - Parameters:
  ///   - text: the words.
  ///   - isSuccess: whether something was done.
  ///   - isFocused: whether it is read first, since something that was sent was not taken.
  static func notice(
    _ text: String, isSuccess: Bool = false, isFocused: Bool = false
  ) -> HTML {
    Tag.div(
      .class(isSuccess ? "notice success" : "notice"), .role("status"),
      isFocused ? .id(Notice.element) : nil, isFocused ? .tabindex(-1) : nil,
      isFocused ? .data("focus") : nil
    ) { Tag.p { text } }
  }

  /// What can be opened to read more.
  static func details(_ title: String, isOpen: Bool = false, @HTMLBuilder _ content: () -> HTML)
    -> HTML
  {
    Tag.details(.flag("open", isOpen)) {
      Tag.summary { title }
      Tag.div(.class("details-body")) { content() }
    }
  }

  /// A link by which a file comes to the reader, behind the words that name it.
  static func download(_ file: KeptFile, from link: WebLink, _ words: WebWords) -> HTML {
    HTML {
      " "
      Tag.a(.class("file"), .href(link), Attribute("download", nil)) {
        words("file.download")
        unseen(" " + file.name)
      }
    }
  }

  /// A text of several paragraphs, its lines kept.
  static func lines(_ text: String) -> HTML {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return HTML {
      for (index, line) in lines.enumerated() {
        if index > 0 { Tag.br() }
        String(line)
      }
    }
  }
}
