import Bank
import FoundationEssentials
import ServiceBasics
import StarlingAPI

extension HTTPBank {
  /// Sends a booked order until it is settled.
  ///
  /// - Parameter mayHaveBeenDone: whether the order may have been carried out before.
  /// - Throws: `Unsettled` where it may have been carried out and that could not be found out; the
  ///   order stays open then. Anything else means that it was not carried out, and is as if it had
  ///   never been.
  func finish<Work: OrderWork>(
    _ work: Work, _ booked: BookedOrder, mayHaveBeenDone: Bool
  ) async throws -> Work.Answer {
    var pursuit = Pursuit(
      work: work, booked: booked, known: try CanonicalJSON.value(booked.known),
      mayHaveBeenDone: mayHaveBeenDone, tally: makeTally())
    do {
      return try await pursuit.run()
    } catch {
      guard pursuit.mayHaveBeenDone else {
        do {
          try orders.withdraw(booked.key)
        } catch let storage {
          // It stays in the book, and would be carried out some time.
          throw Unsettled(
            cause: storage.cause ?? "the order book cannot be written", error: storage)
        }
        throw (error as? Trouble)?.thrown(about: work.account) ?? error
      }
      switch error {
      case let trouble as Trouble:
        let error = trouble.bankError(about: work.account)
        let wantsToken = error.code == .notLoggedIn || error.code == .token
        throw Unsettled(
          cause: trouble.cause
            + (wantsToken ? "; it can be found out with an access token that is valid" : ""),
          error: error)
      case is CancellationError:
        throw Unsettled(cause: Trouble.cancelled(wasSent: true).cause, error: nil)
      default:
        let known = error as? BankError
        throw Unsettled(cause: known?.cause ?? "\(error)", error: known)
      }
    }
  }
}

/// The way of one order from the book to its answer.
private struct Pursuit<Work: OrderWork> {
  let work: Work
  let booked: BookedOrder
  let known: Work.Known

  /// Whether the order may have been carried out by now.
  var mayHaveBeenDone: Bool

  /// Whether the bank may be at it yet, if it was not carried out.
  private var mayStillHappen: Bool

  private var tally: PatienceTally
  private var attempt = 0

  init(
    work: Work, booked: BookedOrder, known: Work.Known, mayHaveBeenDone: Bool, tally: PatienceTally
  ) {
    self.work = work
    self.booked = booked
    self.known = known
    self.mayHaveBeenDone = mayHaveBeenDone
    self.tally = tally
    // Whoever left it open may have gone in the middle.
    mayStillHappen = mayHaveBeenDone
  }

  private var orders: OrderBook { work.bank.orders }
  private var timing: Timing { work.bank.configuration.timing }

  mutating func run() async throws -> Work.Answer {
    while true {
      attempt += 1
      if mayHaveBeenDone {
        if case .found(let made) = try await look() { return try settle(made) }
        if !Work.maySendAgain, try await letSettle() { continue }
      }
      let reply: Work.Reply
      do {
        if attempt > 1 || mayHaveBeenDone {
          try orders.note(booked.key, sentAt: Timestamp(timing.now()).milliseconds)
        }
        reply = try await work.send()
      } catch let trouble as Trouble {
        if let answer = try await answer(after: trouble) { return answer }
        continue
      }
      mayHaveBeenDone = true
      return try settle(try await work.made(by: reply, booked, known, &tally))
    }
  }

  /// What to answer after a request that brought no success, or `nil` to try again.
  private mutating func answer(after trouble: Trouble) async throws -> Work.Answer? {
    guard case .refused(let failure) = trouble else {
      mayHaveBeenDone = mayHaveBeenDone || trouble.mayHaveBeenDone
      mayStillHappen = mayStillHappen || trouble.mayStillHappen
      guard try await tally.waitOut(trouble, after: attempt) else { throw trouble }
      return nil
    }
    // The token is to blame, and the order has not been looked at.
    if failure.isInvalidToken || failure.missingScopes != nil { throw trouble }
    if (200..<300).contains(failure.status) { mayHaveBeenDone = true }
    if mayHaveBeenDone {
      // A bank may refuse to do again what it has done, or is about to do.
      switch try await look() {
      case .found(let made): return try settle(made)
      case .unclear: throw trouble
      case .notThere: if try await letSettle() { return nil }
      }
    }
    let answer = try await work.answer(to: failure, &tally)
    guard let answer, answer != Work.keyReused else {
      mayHaveBeenDone = false
      if answer != nil { try orders.withdraw(booked.key) } else { throw trouble }
      return answer
    }
    try orders.settle(
      booked.key, as: .refused, answer: try CanonicalJSON.text(answer), made: nil)
    return answer
  }

  /// Looks whether the order was carried out.
  private mutating func look() async throws -> Look<Work.Answer> {
    do {
      return try await work.look(booked, known, &tally)
    } catch Trouble.refused(let failure)
      where Work.maySendAgain && failure.missingScopes != nil
    {
      return .unclear
    }
  }

  /// Waits until a request that may be under way can no longer be carried out: only then it is not
  /// done, and may be sent again where the bank knows no key of it.
  ///
  /// - Returns: whether there was anything to wait for.
  private mutating func letSettle() async throws -> Bool {
    guard mayStillHappen else { return false }
    mayStillHappen = false
    let settling = work.bank.configuration.settlingTime
    let sentAt = attempt == 1 ? booked.sentAt : try orders.order(booked.key)?.sentAt
    let passed = Timestamp(timing.now()).milliseconds - (sentAt ?? booked.sentAt)
    let left = settling - .milliseconds(max(0, passed))
    guard left > .zero else { return false }
    let trouble = Trouble.noAnswer("it may be under way yet", mayStillHappen: true)
    guard try await tally.waitOut(trouble, after: attempt, least: left) else { throw trouble }
    return true
  }

  private func settle(_ made: Made<Work.Answer>) throws -> Work.Answer {
    try orders.settle(
      booked.key, as: .done, answer: try CanonicalJSON.text(made.answer), made: made.id)
    return made.answer
  }
}
