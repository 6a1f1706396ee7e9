import Flowline
import FoundationEssentials
import Money

extension FieldView {
  /// How many choices a page shows as a list with a box for finding them by script.
  private static let choicesToFind = 10

  /// What is typed into or chosen from.
  @HTMLBuilder var control: HTML {
    switch kind {
    case _ where isSensitive && kind.choices.isEmpty && kind != .confirm: secret
    case .choice(let choices): options(choices, type: "radio")
    case .choices(let choices, _): options(choices, type: "checkbox")
    case .confirm:
      Tag.div(.class("options inline")) {
        option("yes", words("yes"), nil, 1, type: "radio")
        option("no", words("no"), nil, 2, type: "radio")
      }
    case .longText:
      Tag.textarea(
        .id(id), .name(name), .rows(6), .describedBy(described), invalid, autocomplete
      ) { shown.value(name) }
    case .date: date
    case .amount(let currency, _, _): amount(currency)
    case .number: input(mode: "numeric", class: "short")
    case .decimal: input(mode: "decimal", class: "short")
    case .file(let types, _): file(types)
    case .text, .custom: input(mode: nil, class: "")
    case .path: input(mode: nil, class: "", isWord: false)
    case .secret: secret
    case .review: HTML()
    }
  }

  // MARK: - Lines

  private func input(mode: String?, class names: String, isWord: Bool = true) -> HTML {
    Tag.input(
      .id(id), .name(name), .type("text"), names.isEmpty ? nil : .class(names),
      .value(shown.value(name)), mode.map { .inputmode($0) }, autocomplete,
      isWord ? nil : .noSpellcheck, .describedBy(described), invalid)
  }

  /// What a browser may fill in (WCAG 2.2, 1.3.5): nothing of a flow's is known to be of a purpose.
  private var autocomplete: Attribute { .autocomplete("off") }

  private var secret: HTML {
    Tag.div(.class("secret")) {
      Tag.input(
        .id(id), .name(name), .type("password"), .autocomplete("current-password"),
        .noSpellcheck, .describedBy(described), invalid)
      Tag.button(
        .type("button"), .class("quiet"), .hidden, .data("reveals", id),
        .data("hide", words("hide"))
      ) { words("show") }
    }
  }

  private func amount(_ code: String) -> HTML {
    let sign = Currency(code: code).map { currency in
      Money(minorUnits: 0, currency: currency).formatted(locale: words.environment.locale)
        .filter { !$0.isNumber && $0 != "." && $0 != "," && !$0.isWhitespace }
    }
    return Tag.div(.class("amount")) {
      Tag.span(.class("prefix"), .ariaHidden) { sign ?? code }
      input(mode: "decimal", class: "short")
    }
  }

  private var date: HTML {
    Tag.div(.class("date")) {
      input(mode: nil, class: "middle")
      Tag.input(.type("hidden"), .name(FieldName.shownDay(name)), .value(shown.value(name)))
      Tag.details(hasParts ? Attribute("open", nil) : nil) {
        Tag.summary { words("date.parts") }
        Tag.fieldset(.class("parts")) {
          Tag.legend(.class("unseen")) { question }
          part(FieldName.part(.day, of: name), "date.day", "tiny")
          part(FieldName.part(.month, of: name), "date.month", "tiny")
          part(FieldName.part(.year, of: name), "date.year", "small")
        }
      }
    }
  }

  private var hasParts: Bool {
    ![
      FieldName.part(.day, of: name), FieldName.part(.month, of: name),
      FieldName.part(.year, of: name),
    ].allSatisfy {
      shown.value($0).isEmpty
    }
  }

  private func part(_ part: String, _ key: String, _ size: String) -> HTML {
    Tag.div(.class("part")) {
      Tag.label(.for(Self.id(of: part))) { words(key) }
      Tag.input(
        .id(Self.id(of: part)), .name(part), .type("text"), .class(size), .inputmode("numeric"),
        autocomplete, .value(shown.value(part)))
    }
  }

  // MARK: - Files

  private func file(_ types: [FileType]) -> HTML {
    HTML {
      if let kept = shown.kept[name] {
        Tag.p(.class("kept")) {
          words("file.kept", .string(kept.name))
        }
        Tag.input(.type("hidden"), .name(FieldName.kept(name)), .value(kept.json.text))
      }
      Tag.input(
        .id(id), .name(name), .type("file"), .describedBy(described), invalid,
        types.isEmpty ? nil : .accept(types.map(\.rawValue).joined(separator: ",")))
    }
  }

  // MARK: - Choices

  private func options(_ choices: [Choice], type: String) -> HTML {
    HTML {
      if choices.count > Self.choicesToFind {
        Tag.div(.class("find"), .hidden, .data("finds", "\(id)-options")) {
          Tag.label(.for("\(id)-find")) { words("find") }
          Tag.input(.id("\(id)-find"), .type("search"), .autocomplete("off"))
        }
      }
      Tag.div(.class("options"), .id("\(id)-options")) {
        for (index, choice) in choices.enumerated() {
          option(choice.key, choice.label.text, choice.detail?.text, index + 1, type: type)
        }
      }
    }
  }

  private func option(
    _ value: String, _ label: String, _ detail: String?, _ number: Int, type: String
  ) -> HTML {
    let id = "\(id)-\(number)"
    return Tag.div(.class("option")) {
      Tag.input(
        .id(id), .name(name), .type(type), .value(value),
        .flag("checked", shown.has(value, in: name)),
        detail == nil ? nil : .describedBy(["\(id)-detail"]))
      Tag.label(.for(id)) { Tag.bdi { label } }
      if let detail { Tag.span(.class("detail"), .id("\(id)-detail")) { detail } }
    }
  }
}
