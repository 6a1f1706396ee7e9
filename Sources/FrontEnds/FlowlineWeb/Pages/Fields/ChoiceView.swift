import Flowline

/// Draws a question that is answered by choosing: by radio buttons or boxes, in a list to scroll and to
/// filter if there are many.
struct ChoiceView {
  /// More than these are not looked through one by one.
  static let glance = 15

  private struct Item {
    let key: String
    let label: String
    var detail: String?
  }

  private let view: FieldView
  private let items: [Item]
  private let isMultiple: Bool
  private let count: ClosedRange<Int>?
  private let isConfirmation: Bool
  private var field: QuestionField { view.field }

  /// Makes a view of choices.
  init(_ view: FieldView, _ choices: [Choice], isMultiple: Bool, count: ClosedRange<Int>? = nil) {
    self.view = view
    self.isMultiple = isMultiple
    self.count = count
    isConfirmation = false
    var items = choices.map { Item(key: $0.key, label: $0.label.text, detail: $0.detail?.text) }
    // What was chosen by a radio button can only be taken back by another one.
    if view.field.isOptional, !isMultiple {
      items.append(Item(key: "", label: view.words("choice.none")))
    }
    self.items = items
  }

  /// Makes a view of a yes and a no.
  init(_ view: FieldView) {
    self.view = view
    isMultiple = false
    count = nil
    isConfirmation = true
    items =
      view.words.yesAndNo(view.field.decision).map { Item(key: $0.key, label: $0.label.text) }
      + (view.field.isOptional ? [Item(key: "", label: view.words("choice.none"))] : [])
  }

  var html: HTML {
    Tag.fieldset(view.described(hint)) {
      view.legend
      view.remarks(hint)
      if items.isEmpty { Tag.p { view.words("choice.nothing") } }
      Tag.div(
        .class(classes),
        isLong ? .data("filter", view.words("choice.filter")) : nil,
        isLong ? .data("found", view.words("choice.found")) : nil,
        isLong ? .data("unmatched", view.words("choice.unmatched")) : nil
      ) {
        for (index, item) in items.enumerated() { option(item, index) }
      }
    }
  }

  private var isLong: Bool { items.count > Self.glance }

  private var classes: String {
    isConfirmation && items.count == 2 && field.decision == nil
      ? "options inline-options" : isLong ? "options long" : "options"
  }

  private func option(_ item: Item, _ index: Int) -> HTML {
    let id = index == 0 ? field.element : "\(field.element)-\(index + 1)"
    let isChosen = !field.isSensitive && field.shown.has(item.key, in: field.name)
    return Tag.div(.class("option"), .data("choice", item.key)) {
      Tag.input(
        .id(id), .name(field.name), .type(isMultiple ? "checkbox" : "radio"), .value(item.key),
        item.detail.map { _ in .describedBy(["\(id)-detail"]) } ?? nil,
        .flag("checked", isChosen))
      Tag.label(.for(id)) { Parts.isolated(item.label) }
      if let detail = item.detail {
        Tag.span(.class("detail"), .id("\(id)-detail")) { Parts.isolated(detail) }
      }
    }
  }

  /// How many may be chosen.
  private var hint: String? {
    guard let count, !items.isEmpty else { return nil }
    let words = view.words
    let (least, most) = (count.lowerBound, count.upperBound)
    if least == most { return words("hint.choose.exactly", .integer(least)) }
    if most >= items.count {
      return least <= 1
        ? words("hint.choose.all") : words("hint.choose.least", .integer(least))
    }
    if least <= 1 { return words("hint.choose.most", .integer(most)) }
    return words("hint.choose.between", .string(String(least)), .string(String(most)))
  }
}

extension WebWords {
  /// A yes and a no to choose from.
  ///
  /// - Parameter decision: what they do, in the words of the flow; nil if it has none.
  func yesAndNo(_ decision: DecisionWords?) -> [Choice] {
    [
      Choice(key: "yes", label: decision?.yes ?? LocalizedText(key: nil, text: self("choice.yes"))),
      Choice(key: "no", label: decision?.no ?? LocalizedText(key: nil, text: self("choice.no"))),
    ]
  }
}
