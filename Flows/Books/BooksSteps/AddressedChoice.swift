import Flowline

/// Finds the row of a list that a web address leads to: its key, or why it leads to none of these keys; nil for a
/// text that is no web address.
typealias AddressReading = @Sendable (String, [String]) -> Result<String, Refusal>?

/// A choice from a list that takes the web address of a row as well, as people copy it and links have it.
///
/// What is recorded is the key of the row.
struct AddressedChoice<Value: Encodable & Sendable>: ScreenWrapper {
  typealias Output = Value

  var base: ChoiceScreen<Value>
  /// Reads an address; nil if none is taken.
  let reading: AddressReading?

  func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<Value>, Refusal> {
    guard let reading, let text = answer.line,
      let key = reading(text, base.outline(in: environment).choices ?? [])
    else { return base.read(answer, in: environment) }
    return key.flatMap { base.read(.json(.string($0)), in: environment) }
  }

  /// There is a fault if there is nothing to choose from.
  func fault(in environment: FlowEnvironment) -> ScreenFault? { base.fault(in: environment) }
}
