import Flowline
import Money

/// One question as fields of a form: of a page of its own, or of a form's page.
struct FieldView {
  /// The name of its fields.
  let name: String
  let kind: PromptKind
  let question: String
  var hint: String?
  var reason: String?
  var help: String?
  var isSensitive = false
  var isOptional = false
  /// Whether it is all there is on the page, so that its question is the heading.
  var isHeading = false
  /// Whether each choice is a button.
  var isMenu = false
  /// Whether the question is the page's heading already, so that only those hear it who do not see it.
  var isTold = false
  /// What is wrong with the answer, or asked back about it.
  var error: String?
  let shown: ShownAnswers
  let words: WebWords

  /// The element that a message about the answer leads to.
  var target: String {
    switch kind {
    case .choice, .choices, .confirm: isMenu ? id : "\(id)-1"
    default: id
    }
  }

  /// The field's name as an id.
  var id: String { Self.id(of: name) }

  static func id(of name: String) -> String {
    "f-" + String(name.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" })
  }

  var content: HTML {
    Tag.div(.class(error == nil ? "field" : "field wrong")) {
      if isGroup {
        Tag.fieldset(.describedBy(described)) {
          Tag.legend(.class(isHeading ? "heading" : isTold ? "unseen" : "label")) { heading }
          notes
          control
        }
      } else {
        label
        notes
        control
      }
    }
  }

  /// Whether it has several elements, of which none is the field.
  private var isGroup: Bool {
    switch kind {
    case .choice, .choices, .confirm: true
    default: false
    }
  }

  private var heading: HTML {
    isHeading ? Tag.h1 { caption } : caption
  }

  private var caption: HTML {
    HTML {
      question
      if isOptional { Tag.span(.class("optional")) { " " + words("optional") } }
    }
  }

  private var label: HTML {
    let label = Tag.label(
      .class(isHeading ? "heading" : isTold ? "unseen" : "label"), .for(id)
    ) { caption }
    return isHeading ? Tag.h1(.class("wrapper")) { label } : label
  }

  @HTMLBuilder private var notes: HTML {
    if let help { Tag.p(.class("help"), .id("\(id)-help")) { help } }
    if let hint { Tag.p(.class("hint"), .id("\(id)-hint")) { hint } }
    if let reason {
      Tag.details {
        Tag.summary { words("why") }
        Tag.p { reason }
      }
    }
    if let error {
      Tag.p(.class("error"), .id("\(id)-error")) {
        Tag.span(.class("unseen")) { words("error.unseen") + " " }
        error
      }
    }
  }

  /// What describes the field.
  var described: [String] {
    [
      help.map { _ in "\(id)-help" }, hint.map { _ in "\(id)-hint" },
      error.map { _ in "\(id)-error" },
    ]
    .compactMap { $0 }
  }

  var invalid: Attribute? { error == nil ? nil : .invalid }
}
