import Flowline
import FlowlineTesting
import FoundationEssentials
import Money

@testable import FlowlineWeb

/// What a person types and chooses on a page for an answer that a script has.
struct PostedAnswer {
  /// What is in the fields, by their names.
  private(set) var fields: [String: [String]] = [:]
  /// The button to press instead of the usual one: a choice of a menu.
  private(set) var button: BrowserForm.Button?
  /// Whether the page offers it; what it does not, no person can send.
  private(set) var isOffered = true

  /// Finds the fields of a name.
  ///
  /// - Parameters:
  ///   - answer: the answer: text as it was typed, or its recorded form.
  ///   - form: the form as the page has it.
  ///   - name: the name of the answer's fields.
  ///   - locale: how people write there.
  init(_ answer: JSONValue, in form: BrowserForm, named name: String, _ locale: Locale) throws {
    let fields = form.fields(named: name)
    let offered = Set(fields.map(\.value))
    switch fields.first?.type {
    case "radio":
      let value = Self.choice(answer)
      self.fields[name] = [value]
      isOffered = offered.contains(value)
    case "checkbox":
      guard case .array(let keys) = answer else {
        self.fields[name] = [Self.choice(answer)]
        isOffered = false
        return
      }
      self.fields[name] = keys.map(Self.choice)
      isOffered = offered.isSuperset(of: keys.map(Self.choice))
    // No file was chosen.
    case "file" where answer == .null: break
    case "file": throw WalkFault("a script does not have the contents of \(answer.text)")
    case _?: type(answer, in: form, name, locale)
    case nil where form.buttons.contains { $0.name == name }:
      let button = BrowserForm.Button(name: name, value: Self.choice(answer))
      self.button = button
      isOffered = form.has(button.name, button.value)
    // A page that is read has nothing to fill in.
    case nil: break
    }
  }

  private mutating func type(
    _ answer: JSONValue, in form: BrowserForm, _ name: String, _ locale: Locale
  ) {
    let parts = DayFields.Part.allCases.map { FieldName.part($0, of: name) }
    let day = answer.string?.split(separator: "-").map(String.init) ?? []
    if !form.fields(named: parts[0]).isEmpty, day.count == 3, day.allSatisfy({ Int($0) != nil }) {
      for (part, text) in zip(parts, day.reversed()) { fields[part] = [text] }
    } else {
      fields[name] = [Self.text(answer, locale)]
    }
  }

  private static func choice(_ answer: JSONValue) -> String {
    switch answer {
    case .null: ""
    case .bool(let yes): yes ? "yes" : "no"
    default: answer.string ?? answer.text
    }
  }

  /// What is typed: an amount with its sign, the way the page itself writes it.
  private static func text(_ answer: JSONValue, _ locale: Locale) -> String {
    switch answer {
    case .null: ""
    case .string(let text): text
    case .number(let number):
      number.description.replacing(".", with: locale.decimalSeparator ?? ".")
    case .object(let members):
      if case .integer(let units)? = members["minorUnits"],
        let currency = members["currency"]?.string.flatMap({ Currency(code: $0) })
      {
        Money(minorUnits: units, currency: currency).formatted(locale: locale)
      } else {
        answer.text
      }
    default: answer.text
    }
  }
}
