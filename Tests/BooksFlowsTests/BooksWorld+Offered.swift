import FlowTestSupport
import Flowline
import Testing

extension BooksWorld {
  /// Takes what each question offers until a step is asked, as somebody does who only presses Enter at a
  /// prompt: what is offered at an optional question is in the line.
  func takeOffered(
    until step: String = "review", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for _ in 0..<30 where !self.step.hasSuffix(step) {
      answer(.text(controller.prompt?.draft ?? ""), sourceLocation: sourceLocation)
    }
    try #require(self.step.hasSuffix(step), "\(self.step)", sourceLocation: sourceLocation)
  }
}
