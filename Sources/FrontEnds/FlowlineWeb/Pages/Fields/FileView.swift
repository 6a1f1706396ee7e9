import Flowline

/// Draws a question for a file: the one that is kept already, and a field to choose another.
struct FileView {
  private let view: FieldView
  private var field: QuestionField { view.field }

  init(_ view: FieldView) { self.view = view }

  var html: HTML {
    // One that is refused is not sent once more; the one before it is kept.
    let isRefused = field.refusal?.isWarning == false
    let kept = isRefused ? field.shown.keptBefore[field.name] : field.shown.kept[field.name]
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
        if field.isOptional { removal }
      }
      Tag.input(
        .id(field.element), .name(field.name), .type("file"), .class("file"), accepted,
        view.described(hint), view.invalid)
      if kept != nil { Tag.p(.class("hint")) { view.words("file.another") } }
    }
  }

  /// The box that is ticked to leave the question without the file.
  private var removal: HTML {
    let id = "\(field.element)-removed"
    return Tag.div(.class("options")) {
      Tag.div(.class("option")) {
        Tag.input(
          .id(id), .name(FieldName.removed(field.name)), .type("checkbox"), .value("yes"),
          .describedBy(["\(field.element)-kept"]))
        Tag.label(.for(id)) { view.words("file.remove") }
      }
    }
  }

  /// What is accepted: a page sends no larger files, whatever the question takes.
  private var hint: String {
    guard case .file(let types, let size) = field.kind else { return view.accepts }
    return PromptKind.file(types: types, size: size.lowerBound...BodyLimits().most(of: size))
      .accepts(in: view.words.environment).text
  }

  /// What the browser's own dialogue offers first.
  private var accepted: Attribute? {
    guard case .file(let types, _) = field.kind, !types.isEmpty else { return nil }
    return .accept(types.map(\.rawValue).joined(separator: ","))
  }
}
