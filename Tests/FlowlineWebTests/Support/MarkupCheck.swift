@testable import FlowlineWeb

/// Looks at a page's elements for what no page may have.
struct MarkupCheck {
  private(set) var faults: [String] = []
  private(set) var headings = 0
  private var ids: [String: Int] = [:]
  private var wanted: [String] = []
  private var labelled: Set<String> = []
  private var fields: [String] = []
  /// Elements in which the page speaks for itself.
  private static let telling = ["title", "h1", "h2", "button", "summary", "label"]

  init(_ html: HTML) {
    look(html.nodes, inside: [])
    if headings != 1 { faults.append("\(headings) headings") }
    for (id, count) in ids where count > 1 { faults.append("\(count) elements are called \(id)") }
    for id in wanted where ids[id] == nil { faults.append("nothing is called \(id)") }
    for id in fields where !labelled.contains(id) { faults.append("\(id) has no label") }
  }

  private mutating func look(_ nodes: [HTML.Node], inside parents: [String]) {
    for node in nodes {
      guard case .element(let tag, let attributes, let content) = node else { continue }
      look(at: tag.name, attributes, inside: parents)
      look(content, inside: parents + [tag.name])
      guard Self.telling.contains(tag.name) else { continue }
      for case .text(let text) in content where text.wholeMatch(of: /[a-z-]+(\.[a-z-]+)+/) != nil {
        faults.append("there is no text \(text)")
      }
    }
  }

  private mutating func look(at tag: String, _ attributes: [Attribute], inside parents: [String]) {
    if tag == "h1" { headings += 1 }
    if tag == "form", parents.contains("form") { faults.append("a form in a form") }
    let names = attributes.map(\.name)
    if Set(names).count != names.count { faults.append("\(tag) says something twice: \(names)") }
    let values = Dictionary(attributes.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    for name in ["style", "required", "placeholder", "maxlength", "disabled", "autofocus"]
    where values[name] != nil { faults.append("\(tag) has \(name)") }
    for name in names where name.hasPrefix("on") { faults.append("\(tag) has \(name)") }
    if tag == "script", values["src"] == nil { faults.append("a script is inline") }
    if let id = values["id"] { ids[id, default: 0] += 1 }
    if let id = values["for"] {
      labelled.insert(id)
      wanted.append(id)
    }
    for name in ["aria-describedby", "aria-labelledby", "form"] {
      wanted += (values[name] ?? "").split(separator: " ").map(String.init)
    }
    if let link = values["href"], link.hasPrefix("#") { wanted.append(String(link.dropFirst())) }
    let isField = ["input", "select", "textarea"].contains(tag) && values["type"] != "hidden"
    if isField { fields.append(values["id"] ?? "a field without a name") }
    if tag == "form", values["method"] != "post" { faults.append("a form that is not posted") }
  }
}
