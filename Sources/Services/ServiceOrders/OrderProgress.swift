/// How far an order has come: a pure value, in which every step of an order is decided.
///
/// An order is *made* when it is in the book, *sent* while a request is under way, *in doubt* when a
/// request ended without an answer that settles it. It is settled as *done* by an answer or by
/// evidence, or as *refused*; a person may *give up* one that is in doubt.
///
/// Three rules keep it truthful:
///
/// - A refusal settles an order only if no earlier request may have been carried out. A provider may
///   refuse to do again what it has done.
/// - That there is no sign of an order never settles it: signs may be late.
/// - An order is sent only for the one who ordered it. Others may look for signs of it.
public struct OrderProgress: Sendable, Hashable {
  /// How far an order has come.
  public enum State: String, Sendable, Hashable, Codable, CaseIterable {
    /// It is in the book, and was not sent.
    case made
    /// A request is under way, or was when its process ended.
    case sent
    /// It may have been carried out; no answer says so.
    case inDoubt = "in-doubt"
    /// It was carried out.
    case done
    /// It was not carried out, and will not be.
    case refused
    /// It was in doubt when a person gave it up; it is not sent again.
    case givenUp = "given-up"
  }

  /// What sending an order again does if it was carried out before.
  public enum Repetition: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing: the provider knows it by its key and answers as it did the first time.
    case isAnsweredAlike = "answered-alike"
    /// Nothing, but the answer may be a refusal: what is deleted cannot be deleted again.
    case isHarmless = "harmless"
    /// It is carried out again.
    case doubles
  }

  /// Who wants an order to be continued.
  public enum Asker: Sendable, Hashable, CaseIterable {
    /// The one who ordered it, and expects it to be done.
    case owner
    /// Anybody else, for example a new order of the same account.
    case other
  }

  /// What is to be done with an order next.
  public enum Step: Sendable, Hashable {
    /// It may be sent.
    case send
    /// Signs of it are to be looked for; if there are none, see ``afterLooking(for:hasSettled:)``.
    case look
    /// It has to be waited until an earlier request can no longer arrive; then it is looked again.
    case wait
    /// Nothing may be done with it.
    case none
  }

  /// How far it has come.
  public private(set) var state: State

  /// What sending it again does.
  public let repetition: Repetition

  /// Whether an earlier request than the one under way may have been carried out.
  private var wasSentBefore: Bool

  /// An order that has just been made.
  public init(_ repetition: Repetition) {
    self.init(restoring: .made, repetition)
  }

  /// An order as the book has it; one that was under way when its process ended is in doubt.
  public init(restoring state: State, _ repetition: Repetition) {
    self.state = state == .sent ? .inDoubt : state
    self.repetition = repetition
    wasSentBefore = self.state == .inDoubt
  }

  /// Whether it may have been carried out, and no answer says so.
  public var isOpen: Bool { state == .sent || state == .inDoubt }

  /// What is to be done next.
  public func next(for asker: Asker) -> Step {
    switch (state, asker) {
    case (.made, .owner): .send
    case (.inDoubt, .owner): repetition == .isAnsweredAlike ? .send : .look
    case (.inDoubt, .other): .look
    case (.made, .other), (.sent, _), (.done, _), (.refused, _), (.givenUp, _): .none
    }
  }

  /// What is to be done once signs of it were looked for and there are none.
  ///
  /// - Parameters:
  ///   - asker: who wants the order to be continued.
  ///   - hasSettled: whether the earlier requests can no longer arrive. One that would be doubled
  ///     is not sent again before that.
  /// - Returns: the next step.
  public func afterLooking(for asker: Asker, hasSettled: Bool) -> Step {
    guard state == .inDoubt, asker == .owner else { return .none }
    return repetition == .doubles && !hasSettled ? .wait : .send
  }
}

// MARK: - What happens to an order

extension OrderProgress {
  /// What an answer of a provider says about an order.
  public enum Answer: Sendable, Hashable, CaseIterable {
    /// It was carried out, now or before.
    case done
    /// This request was not carried out.
    case refused
    /// It was not looked at: nothing was sent, or the provider asks to be left alone.
    case notSent
    /// There is no answer, or none that can be read.
    case none
  }

  /// It is about to be sent; the book has to say so first.
  public mutating func willBeSent() {
    guard state == .made || state == .inDoubt else { return }
    state = .sent
  }

  /// A request has ended.
  public mutating func ended(with answer: Answer) {
    guard state == .sent else { return }
    switch answer {
    case .done: state = .done
    case .refused: state = wasSentBefore ? .inDoubt : .refused
    case .notSent: state = wasSentBefore ? .inDoubt : .made
    case .none:
      state = .inDoubt
      wasSentBefore = true
    }
  }

  /// A sign was found that nothing else can have left.
  public mutating func wasFound() {
    if state == .inDoubt { state = .done }
  }

  /// A person gave it up.
  ///
  /// Returns whether it could be.
  public mutating func giveUp() -> Bool {
    guard state == .made || state == .inDoubt else { return false }
    state = .givenUp
    return true
  }
}
