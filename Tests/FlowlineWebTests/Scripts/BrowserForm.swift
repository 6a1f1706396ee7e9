import FlowlineTesting

/// A form of a page, with what a browser would send of it.
struct BrowserForm: Sendable {
  /// A field: of those with the same name, one each.
  struct Field: Sendable {
    let name: String
    let type: String
    let value: String
    let isSent: Bool
  }

  struct Button: Hashable, Sendable {
    let name: String
    let value: String
  }

  let action: String
  let isMultipart: Bool
  /// The path of the question that it asks; nil if it asks none.
  let step: String?
  let fields: [Field]
  /// What can be pressed, also what stands elsewhere on the page.
  let buttons: [Button]

  init(_ form: BrowserElement, on page: BrowserElement) {
    action = form["action"] ?? ""
    isMultipart = form["enctype"] == "multipart/form-data"
    step = form["data-step"]
    fields = form.elements.flatMap(Self.fields)
    let outside = form["id"].map { id in page.all("button").filter { $0["form"] == id } } ?? []
    buttons = (form.all("button").filter { $0["form"] == nil } + outside).compactMap { button in
      button["name"].map { Button(name: $0, value: button["value"] ?? "") }
    }
  }

  private static func fields(_ element: BrowserElement) -> [Field] {
    guard let name = element["name"] else { return [] }
    switch element.tag {
    case "input":
      let type = element["type"] ?? "text"
      let isChosen = ["radio", "checkbox"].contains(type) ? element["checked"] != nil : true
      return [
        Field(
          name: name, type: type, value: element["value"] ?? "", isSent: isChosen && type != "file")
      ]
    // A browser passes over one line break at the beginning.
    case "textarea":
      let text = element.rawText
      let value = text.hasPrefix("\n") ? String(text.dropFirst()) : text
      return [Field(name: name, type: "textarea", value: value, isSent: true)]
    default: return []
    }
  }

  /// The fields with a name.
  func fields(named name: String) -> [Field] { fields.filter { $0.name == name } }

  /// Whether a button is there.
  func has(_ name: String, _ value: String) -> Bool {
    buttons.contains(Button(name: name, value: value))
  }

  /// What a browser sends.
  ///
  /// - Parameters:
  ///   - button: what is pressed.
  ///   - changes: what is typed and chosen, by the names of fields.
  func sent(
    pressing button: Button?, changing changes: [String: [String]] = [:]
  ) -> [(String, String)] {
    let kept = fields.filter { $0.isSent && changes[$0.name] == nil }.map { ($0.name, $0.value) }
    let typed = changes.sorted { $0.key < $1.key }
      .flatMap { change in change.value.map { (change.key, $0) } }
    return kept + typed + (button.map { [($0.name, $0.value)] } ?? [])
  }
}

/// A page as a browser without a script reads it.
struct BrowserPage: Sendable {
  let path: String
  let root: BrowserElement
  let forms: [BrowserForm]

  init(_ text: String, at path: String) throws {
    self.path = path
    let root = try MarkupReader.read(text)
    self.root = root
    forms = root.all("form").map { BrowserForm($0, on: root) }
  }

  /// What a person reads between header and footer.
  var text: String { root.all("main").first?.text ?? "" }

  /// The form in which the question is answered; nil if none is asked.
  var question: BrowserForm? { forms.first { $0.step != nil } }

  /// Whether something is told that a person should hear of at once.
  var isAlerting: Bool { root.elements.contains { $0["role"] == "alert" } }

  /// Whether the session has ended.
  var isEnd: Bool { path.hasSuffix("/end") }

  /// The form that has a button.
  func form(with name: String, _ value: String) throws -> BrowserForm {
    guard let form = forms.first(where: { $0.has(name, value) }) else {
      throw WalkFault("no button \(name)=\(value) is on the page: \(text)")
    }
    return form
  }

  /// The button outside of its form that sends it elsewhere, such as a way that takes along what was typed.
  ///
  /// - Parameter isWanted: which of them.
  /// - Returns: its form, and where it sends that.
  func way(_ isWanted: (BrowserElement) -> Bool) throws -> (form: BrowserForm, path: String) {
    guard let button = root.all("button").first(where: { $0["formaction"] != nil && isWanted($0) }),
      let element = root.all("form").first(where: { $0["id"] == button["form"] })
    else { throw WalkFault("no such way is on the page: \(text)") }
    return (BrowserForm(element, on: root), button["formaction"] ?? "")
  }

  /// Where a link leads that ends so, or a button that takes along what was typed.
  func link(to ending: String) throws -> String {
    let links = root.elements.compactMap { $0.tag == "a" ? $0["href"] : $0["data-way"] }
    guard let link = links.first(where: { $0.hasSuffix(ending) }) else {
      throw WalkFault("no link leads to \(ending): \(text)")
    }
    return link
  }
}
