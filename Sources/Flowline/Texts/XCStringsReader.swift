/// Reads the part of Apple's string catalogue format that Flowline uses.
struct XCStringsReader {
  private(set) var sourceLanguage = "en"
  private(set) var entries: [String: [String: TextCatalog.Entry]] = [:]
  private(set) var faults: [String] = []

  mutating func read(_ text: String) {
    let file: JSONValue
    do {
      file = try JSONValue(parsing: text)
    } catch {
      faults.append(String(describing: error))
      return
    }
    sourceLanguage = file["sourceLanguage"]?.string ?? sourceLanguage
    guard case .object(let strings)? = file["strings"] else {
      faults.append("no member “strings”")
      return
    }
    for (key, value) in strings {
      guard case .object(let localizations)? = value["localizations"] else {
        faults.append("\(key): no localizations")
        continue
      }
      for (language, localization) in localizations {
        if let entry = entry(of: localization) {
          entries[key, default: [:]][language] = entry
        } else {
          faults.append("\(key): nothing to show in \(language)")
        }
      }
    }
  }

  private func entry(of localization: JSONValue) -> TextCatalog.Entry? {
    if let value = localization["stringUnit"]?["value"]?.string {
      return .single(TextTemplate(value))
    }
    guard case .object(let forms)? = localization["variations"]?["plural"] else { return nil }
    let templates = forms.compactMapValues {
      $0["stringUnit"]?["value"]?.string.map(TextTemplate.init)
    }
    return templates.isEmpty ? nil : .plural(templates)
  }
}
