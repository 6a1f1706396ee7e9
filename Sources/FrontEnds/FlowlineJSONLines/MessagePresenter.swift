import Flowline
import FlowlineMessages
import FlowlineSchema
import Synchronization

/// Writes what a session shows.
final class MessagePresenter: Presenter {
  private let writer: LineWriter
  private let telling: EndReporter

  init(writer: LineWriter, telling: EndReporter) {
    self.writer = writer
    self.telling = telling
  }

  func present(_ prompt: Prompt) throws {
    writer.send(.prompt(try JSONValue(encoding: prompt), schema: prompt.schema))
    if writer.hasFailed { throw OutputClosed() }
  }

  func open(_ place: FlowPlace) throws {
    writer.send(.place("opened", try JSONValue(encoding: place)))
  }

  func dismiss(_ presentations: Range<Int>) {
    // The message of the end says it of all that is left.
    guard !telling.isAtEnd, !presentations.isEmpty else { return }
    writer.send(.dismissed(presentations))
  }

  func close(_ place: FlowPlace) {
    // A place is plain text and numbers, which can always be encoded.
    if let json = try? JSONValue(encoding: place) { writer.send(.place("closed", json)) }
  }

  func working(on step: StepPath) {
    writer.send(.working(step))
  }

  func waiting(for wait: FlowInspection.Effect, at step: StepPath) {
    writer.send(.waiting(for: wait, at: step))
  }

  func progressed(on effect: FlowInspection.Effect) {
    writer.send(.progress(effect))
  }

  func ended(_ outcome: Outcome<JSONValue>) {
    telling.ended()
  }
}

/// Nobody reads what the program writes.
private struct OutputClosed: Error {}
