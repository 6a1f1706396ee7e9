import Flowline

extension Prompt {
  var schema: JSONValue { kind.schema }
}

extension FormPrompt.Field {
  var schema: JSONValue { kind.schema }
}

extension PromptKind {
  var schema: JSONValue { ["x-kind": .string(name)] }
}
