import Flowline

/// Draws a question that is answered by typing.
struct LineView {
  private let view: FieldView
  private var field: QuestionField { view.field }

  init(_ view: FieldView) { self.view = view }

  var html: HTML {
    HTML {
      view.label(for: field.element)
      view.remarks(hint)
      if case .longText(let length) = field.kind {
        area(length)
      } else if case .amount(let currency, _, _) = field.kind {
        let signs = AmountSigns(currency: currency, locale: view.words.environment.locale)
        Tag.div(.class("affixed")) {
          if let prefix = signs.prefix { Tag.span(.class("affix"), .ariaHidden) { prefix } }
          input
          if let suffix = signs.suffix { Tag.span(.class("affix"), .ariaHidden) { suffix } }
        }
      } else {
        input
      }
    }
  }

  private var input: HTML {
    Tag.input(
      .id(field.element), .name(field.name), .type(isHidden ? "password" : "text"),
      .class("input " + width), inputmode, .value(field.value), view.described(hint), view.invalid,
      field.autocomplete,
      isCode ? .noSpellcheck : nil, isCode ? Attribute("autocapitalize", "none") : nil,
      // Words in their own direction, whatever that of the page is.
      .dir("auto"),
      isHidden ? .data("show", view.words("secret.show")) : nil,
      isHidden ? .data("hide", view.words("secret.hide")) : nil)
  }

  private func area(_ length: ClosedRange<Int>) -> HTML {
    Tag.textarea(
      .id(field.element), .name(field.name), .class("input"),
      .rows(length.upperBound > 500 ? 8 : 5), view.described(hint), view.invalid, .dir("auto"),
      field.autocomplete
    ) { field.value.inTextArea }
  }

  private var isHidden: Bool { field.isSensitive }

  /// Whether it is no prose, so that nothing in it is to be corrected.
  private var isCode: Bool {
    switch field.kind {
    case .number, .decimal, .amount, .path, .custom, .secret: true
    default: field.isSensitive || field.purpose.map { Self.codes.contains($0) } == true
    }
  }

  private var inputmode: Attribute? {
    switch field.kind {
    case .number(let range) where range.lowerBound >= 0: .inputmode("numeric")
    case .decimal, .amount: .inputmode("decimal")
    case .text where field.purpose == .email: .inputmode("email")
    case .text where field.purpose == .phone: .inputmode("tel")
    default: nil
    }
  }

  /// The purposes of what is no prose.
  private static let codes: Set<InputPurpose> = [.email, .phone, .userName, .postCode]

  /// As wide as what is expected is long.
  private var width: String {
    switch field.kind {
    case .number, .decimal: "width-10"
    case .amount: "width-10"
    case .text(let length), .secret(let length, _):
      length.upperBound <= 10 ? "width-10" : length.upperBound <= 40 ? "width-20" : "width-full"
    case .custom(let kind): kind.length.upperBound <= 20 ? "width-20" : "width-full"
    default: "width-full"
    }
  }

  /// What is accepted, if the question alone does not tell it.
  private var hint: String? {
    let words = view.words
    switch field.kind {
    case .number(let range) where range.upperBound < Int.max: return accepts
    case .decimal(_, let least?, let most?) where least != most: return accepts
    // What may have any length, such as an access token, tells nothing by it.
    case .secret(let length, _) where length.lowerBound < 2 && length.upperBound > 100: return nil
    case .secret, .custom: return accepts
    case .path: return accepts
    case .text(let length) where length.upperBound < 100:
      return words("hint.characters", .integer(length.upperBound))
    case .longText(let length): return words("hint.characters", .integer(length.upperBound))
    default: return nil
    }
  }

  private var accepts: String { view.accepts }
}
