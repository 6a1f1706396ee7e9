package import Flowline
import Money

/// Draws a flow's result for people: one line where it is one value, else a small table.
package struct ResultText {
  let words: Words

  /// Makes a writer of results.
  package init(words: Words) {
    self.words = words
  }

  /// The result's lines; none where there is nothing to say.
  package func lines(for result: JSONValue) -> [String] {
    if let value = scalar(result) { return value.isEmpty ? [] : [value] }
    let rows = rows(of: result, under: "")
    let width = rows.map { DisplayWidth.of($0.label) }.max() ?? 0
    return rows.map { row in
      row.label.isEmpty ? row.value : row.label.padded(to: width) + "  " + row.value
    }
  }

  /// The result's parts, each with its name, for standing in one line.
  func parts(of result: JSONValue) -> [String] {
    rows(of: result, under: "").map { $0.label.isEmpty ? $0.value : "\($0.label) \($0.value)" }
  }

  private func rows(of value: JSONValue, under label: String) -> [(label: String, value: String)] {
    if let text = scalar(value) { return text.isEmpty ? [] : [(label, text)] }
    switch value {
    case .object(let members):
      return members.sorted { $0.key < $1.key }.flatMap { key, value in
        rows(of: value, under: label.isEmpty ? key : "\(label).\(key)")
      }
    case .array(let elements):
      let texts = elements.compactMap(scalar)
      if texts.count == elements.count { return [(label, texts.joined(separator: ", "))] }
      return elements.enumerated().flatMap { index, element in
        rows(of: element, under: label.isEmpty ? "\(index + 1)" : "\(label).\(index + 1)")
      }
    default: return []
    }
  }

  /// What is one value to a person; an amount of money is.
  private func scalar(_ value: JSONValue) -> String? {
    switch value {
    case .null: return ""
    case .bool(let yes): return words(yes ? "value.yes" : "value.no")
    case .integer(let integer): return String(integer)
    case .number(let number): return number.description
    case .string(let string): return OneLine.text(string)
    case .array(let elements): return elements.isEmpty ? "" : nil
    case .object(let members):
      if members.isEmpty { return "" }
      return money(members)?.formatted(locale: words.environment.locale)
    }
  }

  private func money(_ members: [String: JSONValue]) -> Money? {
    guard members.count == 2, case .integer(let minorUnits)? = members["minorUnits"],
      let currency = members["currency"]?.string.flatMap(Currency.init(code:))
    else { return nil }
    return Money(minorUnits: minorUnits, currency: currency)
  }
}
