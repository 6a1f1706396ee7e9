import Flowline
import FlowlineSchema

/// The questions of a description as members of an object, each under a name of its own.
struct Properties {
  /// The names, in the order of the questions.
  private(set) var names: [String] = []
  private(set) var schemas: [String: JSONValue] = [:]
  private(set) var required: [String] = []
  /// The answers that were taken.
  private(set) var answered: [String: JSONValue] = [:]
  private let paths: [[StepID]]

  init(_ description: Description) {
    let questions = description.questions
    var paths = questions.map(\.prompt.path.ids)
    // The other fields of a page that is asked are known as well.
    var fields: [(path: [StepID], field: FormPrompt.Field)] = []
    if case .asks(let prompt) = description.standing, let form = prompt.form {
      for field in form.fields {
        let path = prompt.path.ids.dropLast() + [field.id]
        if !paths.contains(Array(path)) { fields.append((Array(path), field)) }
      }
    }
    paths += fields.map(\.path)
    self.paths = paths
    for path in paths where !names.contains(name(of: path)) { names.append(name(of: path)) }
    for name in names {
      let asked = questions.filter { self.name(of: $0.prompt.path.ids) == name }
      if asked.isEmpty {
        guard let field = fields.first(where: { self.name(of: $0.path) == name })?.field else {
          continue
        }
        schemas[name] = field.schema
        if field.defaultText == nil, !field.isOptional { required.append(name) }
      } else {
        add(asked, named: name)
      }
    }
  }

  /// The name of a question: its id, or its path where another has the same id.
  func name(of prompt: Prompt) -> String { name(of: prompt.path.ids) }

  private func name(of path: [StepID]) -> String {
    guard let id = path.last else { return "" }
    let isUnique = paths.allSatisfy { $0 == path || $0.last != id }
    return isUnique ? id.rawValue : StepPath(path).description
  }

  /// A question that was asked several times takes its answers in turn, as a list.
  private mutating func add(_ asked: [Description.Question], named name: String) {
    let isRepeated = asked.count > 1
    if isRepeated || asked[0].prompt.kind.takesList {
      schemas[name] = [
        "type": "array", "prefixItems": .array(asked.map(\.prompt.memberSchema)),
        "minItems": .integer(Int64(asked.count)),
      ]
    } else {
      schemas[name] = asked[0].prompt.memberSchema
    }
    if asked.contains(where: { $0.prompt.defaultText == nil && !$0.prompt.isOptional }) {
      required.append(name)
    }
    let answers = asked.compactMap(\.answer)
    guard let first = answers.first else { return }
    answered[name] = isRepeated || asked[0].prompt.kind.takesList ? .array(answers) : first
  }
}

extension Prompt {
  /// The schema as a part of another, which says alone which dialect they are in.
  fileprivate var memberSchema: JSONValue {
    guard case .object(var members) = schema else { return schema }
    members["$schema"] = nil
    return .object(members)
  }
}

extension PromptKind {
  /// Whether an answer is a list itself, which in a file is in a list of answers.
  fileprivate var takesList: Bool { if case .choices = self { true } else { false } }
}
