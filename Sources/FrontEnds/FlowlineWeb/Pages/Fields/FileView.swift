import Flowline

/// Draws a question for a file: the one that is kept already, and a field to choose another.
struct FileView {
  private let view: FieldView
  private var field: QuestionField { view.field }

  init(_ view: FieldView) { self.view = view }

  var html: HTML {
    // One that is refused is not sent once more.
    let isRefused = field.refusal?.isWarning == false
    let kept = isRefused ? nil : field.shown.kept[field.name]
    return HTML {
      view.label(for: field.element)
      view.remarks(hint)
      if let kept {
        Tag.p(.class("kept"), .id("\(field.element)-kept")) {
          view.words("file.kept") + " "
          Tag.strong { Parts.isolated(kept.name) }
          " " + view.words("file.size", .bytes(kept.size))
        }
        Parts.hidden(FieldName.kept(field.name), kept.json.text)
      }
      Tag.input(
        .id(field.element), .name(field.name), .type("file"), .class("file"), accepted,
        view.described(hint), view.invalid)
      if kept != nil { Tag.p(.class("hint")) { view.words("file.another") } }
    }
  }

  private var hint: String { view.accepts }

  /// What the browser's own dialogue offers first.
  private var accepted: Attribute? {
    guard case .file(let types, _) = field.kind, !types.isEmpty else { return nil }
    return .accept(types.map(\.rawValue).joined(separator: ","))
  }
}
