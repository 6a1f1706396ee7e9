import Flowline

/// Asks for one e-mail address or several; its answer has commas between them, as services read them, however
/// they were typed or pasted.
struct RecipientsScreen: Screen {
  typealias Output = String

  private var line: TextScreen

  var question: Question {
    get { line.question }
    set { line.question = newValue }
  }

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - standard: what Enter takes; nil for nothing.
  init(_ id: StepID, default standard: String?) {
    line = TextScreen(
      id, length: 1...1_000, default: standard.map(AddressSeparators.commas(in:)))
  }

  func kind(in environment: FlowEnvironment) -> PromptKind { line.kind(in: environment) }

  func outline(in environment: FlowEnvironment) -> PromptOutline { line.outline(in: environment) }

  func fault(in environment: FlowEnvironment) -> ScreenFault? { line.fault(in: environment) }

  func example(in environment: FlowEnvironment) -> String? { line.example(in: environment) }

  func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<String>, Refusal> {
    guard let typed = answer.line else { return line.read(answer, in: environment) }
    return line.read(.text(AddressSeparators.commas(in: typed)), in: environment)
  }
}
