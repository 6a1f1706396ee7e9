public import Flowline
import FoundationEssentials
public import ServiceBasics

/// What the body of a flow at a service works with: the flow's context, and what the service's errors are.
///
/// Reads and orders are journaled as a `ServiceReply`, so that what a person can do
/// something about is a part of the conversation, and a replay needs no service.
///
///     struct PrinterContext: ServiceContext {
///       typealias Failure = PrinterError
///       let flow: FlowContext
///       let printer: Printer
///
///       func paper() async throws -> [Paper] {
///         try await untilAnswered {
///           try await ask("paper") { [printer] in try await printer.paper() }
///         } recovering: { error in
///           try await decide(about: error, on: "not-loaded")
///           return nil
///         }
///       }
///     }
public protocol ServiceContext: Sendable {
  /// Why the service gave no answer.
  associatedtype Failure: ServiceError

  /// The context of the flow.
  var flow: FlowContext { get }
}

extension ServiceContext {
  /// Makes a key for an order: once, before it is sent, and as a part of its contents, so that however
  /// often it is sent, it is the same order to the service.
  ///
  /// - Returns: an id of version 4 in lower case, the same in a replay.
  public func makeOrderKey() -> String { flow.makeID().uuidString.lowercased() }

  /// Reads from the service, once.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - title: what people are told is under way; the text `<id>.activity` of the flow if it is nil.
  ///   - read: reads, on any thread.
  /// - Returns: the answer, or an error that has a page. Any other error holds the session.
  /// - Throws: `FlowCancelled` if the flow is left.
  public nonisolated(nonsending) func ask<Answer: Codable & Sendable>(
    _ id: StepID, title: Text? = nil, _ read: @escaping @Sendable () async throws -> Answer
  ) async throws -> ServiceReply<Answer, Failure> {
    try await flow.load(id, title: title) { try await ServiceReply<Answer, Failure>.of(read) }
  }

  /// Has an order carried out, once.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - title: what people are told is under way; the text `<id>.activity` of the flow if it is nil.
  ///   - order: what is sent, its key included.
  ///   - send: sends it, on any thread.
  /// - Returns: the answer, or an error that has a page: the order was not carried out, by this attempt or any
  ///   before it (see `CommitAttempt`). An order without an answer holds the session, and so does any other
  ///   error, with which it can be cancelled.
  /// - Throws: `FlowCancelled` if the flow is left.
  public nonisolated(nonsending) func send<
    Order: Encodable & Sendable, Answer: Codable & Sendable
  >(
    _ id: StepID, title: Text? = nil, _ order: Order,
    _ send: @escaping @Sendable (Order) async throws -> Answer
  ) async throws -> ServiceReply<Answer, Failure> {
    try await flow.commit(id, title: title, of: order) { order, _ in
      try await ServiceReply<Answer, Failure>.ofOrder { try await send(order) }
    }
  }

  /// Reads or orders until the service answers.
  ///
  /// - Parameters:
  ///   - attempt: reads or orders once; see ``ask(_:title:_:)`` and ``send(_:title:_:_:)``.
  ///   - recover: has the person do what helps, such as log in, or decide; see
  ///     ``decide(about:on:remark:default:others:)``. Nil for another attempt, else what is taken in place of
  ///     an answer.
  /// - Returns: the answer.
  /// - Throws: what the two throw: `FlowCancelled` if the person leaves.
  public nonisolated(nonsending) func untilAnswered<Answer: Codable & Sendable>(
    _ attempt: () async throws -> ServiceReply<Answer, Failure>,
    recovering recover: (Failure) async throws -> Answer?
  ) async throws -> Answer {
    while true {
      switch try await attempt() {
      case .answered(let answer): return answer
      case .failed(let error): if let answer = try await recover(error) { return answer }
      }
    }
  }

  /// Has the person decide on a page what to do about an error, which says what is wrong and what helps.
  ///
  /// The page asks the text `<id>.question` and says `<id>.remark`, if there is one, of the catalogue of
  /// the service's errors, or else of this module: it has those of `not-loaded` and `not-done`. Its options are
  /// `again`, the `others` and `leave`.
  ///
  /// - Parameters:
  ///   - error: why there is no answer.
  ///   - id: the page, such as `not-loaded` for what was read, or `not-done` for an order.
  ///   - remark: what the error means; nil for the text.
  ///   - standard: the key of the option that Enter takes; nil for none.
  ///   - others: what else can be done, each with its label, such as a visit of the log-in.
  /// - Returns: whether to ask the service again: true, unless one of the others results in something else.
  /// - Throws: `FlowCancelled` if the person leaves.
  @discardableResult
  public nonisolated(nonsending) func decide(
    about error: Failure, on id: StepID, remark: Text? = nil, default standard: String? = nil,
    others: [Option<Destination<Bool>>] = []
  ) async throws -> Bool {
    let options: [Option<Destination<Bool>>] =
      [Option("again", .again)] + others + [Option("leave", .leave)]
    let page = ChoiceScreen(
      id, Failure.knownText("\(id.rawValue).question"), options: options, default: standard
    ).page {
      Row(error.headline, mark: .failure)
      error.particulars
      remark ?? Failure.knownText("\(id.rawValue).remark")
      error.remedy
    }
    let chosen = try await flow.run(page.texts("trouble").texts(in: serviceTexts))
    return try await flow.follow(chosen) ?? true
  }
}
