import Flowline

/// Draws a question for a day: a line that understands words, and three fields for who would rather fill in
/// those.
struct DayView {
  private let view: FieldView
  private var field: QuestionField { view.field }

  init(_ view: FieldView) { self.view = view }

  var html: HTML {
    let usesParts = field.shown.usesParts(field.name)
    return HTML {
      view.label(for: field.element)
      view.remarks(hint)
      Tag.input(
        .id(field.element), .name(field.name), .type("text"), .class("input width-20"),
        .value(field.value), view.described(hint), usesParts ? nil : view.invalid, .noSpellcheck,
        field.autocomplete, .dir("auto"))
      Parts.hidden(FieldName.shownDay(field.name), field.shownDay)
      Parts.details(view.words("day.apart"), isOpen: usesParts) { parts }
    }
  }

  private var parts: HTML {
    Tag.fieldset(.class("day-parts")) {
      Tag.legend(.class("unseen")) { view.words("day.apart.legend", .string(field.question)) }
      Tag.div(.class("day-fields")) {
        for part in DayFields.Part.allCases { line(of: part) }
      }
    }
  }

  private func line(of part: DayFields.Part) -> HTML {
    let name = FieldName.part(part, of: field.name)
    let width = part == .day ? "width-2" : "width-4"
    let id = "\(field.element)-\(part.rawValue)"
    let usesParts = field.shown.usesParts(field.name)
    return Tag.div(.class("day-field")) {
      Tag.label(.for(id)) { view.words("day.\(part.rawValue)") }
      Tag.input(
        .id(id), .name(name), .type("text"), .class("input \(width)"),
        // A month may be written as its name.
        part == .month ? nil : .inputmode("numeric"),
        .value(field.isSensitive ? "" : field.shown.value(name)),
        usesParts ? view.described() : nil, usesParts && field.isAtFault(part) ? view.invalid : nil,
        field.autocomplete(of: part))
    }
  }

  private var hint: String { view.accepts }
}
