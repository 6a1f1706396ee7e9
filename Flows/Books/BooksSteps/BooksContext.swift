import BooksClient
import Flowline
import ServiceBasics
import ServiceSteps

/// What came of asking for the books, as a journal keeps it.
typealias BooksReply<Answer: Codable & Sendable> = ServiceReply<Answer, BooksError>

extension FlowContext {
  /// This context with an access to the books: the body of a flow reads and orders by it.
  func at(_ access: BooksAccess) -> BooksContext { BooksContext(flow: self, access: access) }
}

/// What the body of a flow at a company's books works with: its context, and its access to the books.
struct BooksContext: ServiceContext {
  typealias Failure = BooksError

  let flow: FlowContext
  let access: BooksAccess

  /// Reads from the books, until they answer or the person gives up.
  ///
  /// If nobody is logged in, the flow `books-log-in` is run and the books are asked again. Another error
  /// has the page `not-loaded`, which says what is wrong and what to do.
  ///
  /// - Parameters:
  ///   - title: what people are told is under way; the text `<id>.activity` of the flow if it is nil.
  ///   - read: reads, on any thread.
  /// - Throws: ``FlowCancelled`` if the person leaves.
  func read<Answer: Codable & Sendable>(
    _ id: StepID, title: Text? = nil,
    _ read: @escaping @Sendable (Bookkeeper) async throws -> Answer
  ) async throws -> Answer {
    try await untilAnswered {
      try await ask(id, title: title) { [access] in try await access.ask(read) }
    } recovering: { error in
      try await recover(from: error, on: "not-loaded")
      return nil
    }
  }

  /// Has an order carried out, once, until it has an answer or the person gives up.
  ///
  /// If nobody is logged in, the flow `books-log-in` is run and then the same order is sent. Another error
  /// means that it was not carried out; its page is `not-done`. An order without an answer holds
  /// the session, and is looked for under the same key if the person says so. An earlier order about the
  /// same thing that was never answered is finished first.
  ///
  /// - Parameters:
  ///   - title: what people are told is under way; the text `<id>.activity` of the flow if it is nil.
  ///   - isBooked: whether the book of orders knows of earlier attempts at it; false for what may be done
  ///     again and again.
  ///   - send: has it carried out, on any thread.
  /// - Throws: ``FlowCancelled`` if the person leaves.
  func order<Order: Encodable & Sendable, Answer: Codable & Sendable>(
    _ id: StepID, title: Text? = nil, of order: Order, isBooked: Bool,
    _ send: @escaping @Sendable (Bookkeeper, Order) async throws -> Answer
  ) async throws -> Answer {
    try await untilAnswered {
      try await attempt(id, title: title, of: order, isBooked: isBooked, send)
    } recovering: { error in
      if let earlier = error.order {
        try await finish(orderWith: earlier)
      } else {
        try await recover(from: error, on: "not-done")
      }
      return nil
    }
  }

  /// Has an order carried out, once, with files of the session that are sent along, such as a receipt.
  ///
  /// - Parameters:
  ///   - isBooked: whether the book of orders knows of earlier attempts at it.
  ///   - attachments: the files.
  ///   - send: has it carried out with the contents of the files, in their order, on any thread.
  /// - Throws: ``FlowCancelled`` if the person leaves.
  func order<Order: Encodable & Sendable, Answer: Codable & Sendable>(
    _ id: StepID, of order: Order, isBooked: Bool, attaching attachments: [KeptFile],
    _ send: @escaping @Sendable (Bookkeeper, Order, [[UInt8]]) async throws -> Answer
  ) async throws -> Answer {
    let files = flow.files
    return try await self.order(id, of: order, isBooked: isBooked) { keeper, order in
      try await send(keeper, order, files.contents(of: attachments))
    }
  }

  /// Has an order carried out, once; what kept it from being carried out is the reply.
  ///
  /// Where no book knows of earlier attempts, what keeps a later one from being sent leaves open what became
  /// of them: it holds the session.
  func attempt<Order: Encodable & Sendable, Answer: Codable & Sendable>(
    _ id: StepID, title: Text? = nil, of order: Order, isBooked: Bool,
    _ send: @escaping @Sendable (Bookkeeper, Order) async throws -> Answer
  ) async throws -> BooksReply<Answer> {
    try await self.send(id, title: title, order) { [access] order in
      do {
        return try await access.ask { try await send($0, order) }
      } catch let error as BooksError
        where !isBooked && CommitAttempt.isRepeated && !error.isReply
      {
        throw error.ofBegun
      }
    }
  }

  /// Says why the service refused an order, in its words, on the page `refused`.
  ///
  /// - Parameter reasons: its words; empty if it does not say why.
  func showRefusal(_ reasons: [String]) async throws {
    let texts =
      reasons.isEmpty
      ? [sharedTexts("refused.row.no-reason")] : reasons.map { Text(verbatim: $0) }
    let page = ReviewScreen("refused").page { texts.map { Row($0, mark: .failure) } }
    _ = try await flow.run(page.texts(in: sharedTexts))
  }

  /// What is to be done about an order that was never answered and is in the way of another.
  private enum EarlierOrder: String, Encodable, Sendable {
    case find, forget, leave
  }

  /// Has the person decide what to do about an order that was never answered: find out what became of it,
  /// or give it up.
  ///
  /// If it was carried out after all, the person is asked whether the new one is to be sent, too.
  private func finish(orderWith key: String) async throws {
    var wasFoundNowhere = false
    while true {
      let page = ChoiceScreen(
        "earlier-order", sharedTexts("earlier-order.question"),
        options: [Option(EarlierOrder.find), Option(.forget), Option(.leave)],
        default: wasFoundNowhere ? "leave" : "find"
      ).page {
        if wasFoundNowhere { Row(sharedTexts("earlier-order.row.unknown"), mark: .shortage) }
      }
      switch try await flow.run(page.texts(in: sharedTexts)) {
      case .leave: throw FlowCancelled(.user)
      case .forget: return try await forget(orderWith: key)
      case .find:
        switch try await outcome(ofOrderWith: key) {
        case .notDone: return
        case .done:
          let another = ConfirmScreen("another", default: false).texts(in: sharedTexts)
          guard try await flow.run(another) else { throw FlowCancelled(.user) }
          return
        case .unknown: wasFoundNowhere = true
        }
      }
    }
  }

  /// What became of an order, until that can be looked for or the person gives up.
  private func outcome(ofOrderWith key: String) async throws -> OpenOrderOutcome {
    try await untilAnswered {
      try await attempt(
        "earlier", title: sharedTexts("earlier.activity"), of: key, isBooked: true
      ) { try await $0.findOut($1) }
    } recovering: { error in
      try await recover(from: error, on: "not-loaded")
      return nil
    }
  }

  /// Gives an order up that was never answered.
  private func forget(orderWith key: String) async throws {
    _ = try await order(
      "forget-earlier", title: sharedTexts("forget-earlier.activity"), of: key, isBooked: true
    ) {
      try await $0.giveUp($1)
      return true
    }
  }

  /// Has the person log in if that is what is missing, or decide on a page what to do about an error: try
  /// again, or leave.
  ///
  /// - Parameters:
  ///   - id: the page, such as `not-loaded` or `not-done`.
  ///   - byLogIn: whether a log-in may be run.
  /// - Throws: ``FlowCancelled`` if the person leaves.
  func recover(
    from error: BooksError, on id: StepID, byLogIn: Bool = true
  ) async throws {
    if byLogIn, error.code == .notLoggedIn, access.logIn != nil {
      _ = try await flow.run(BooksLogInFlow(access: access, reason: error))
      return
    }
    if error.code == .notAllowed { access.forgetUser() }
    try await decide(about: error, on: id, default: "again")
  }
}

extension BooksError {
  /// Whether the service has looked at what the order is about, and says how that is now.
  fileprivate var isReply: Bool { code == .refused || code == .gone }
}
