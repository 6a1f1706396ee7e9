import Bank
import FoundationEssentials
import ServiceBasics

extension HTTPBank {
  /// Carries an order out, once for its key, after all earlier orders of its account are settled.
  func carryOut<Work: OrderWork>(_ work: Work) async throws -> Work.Answer {
    guard Identifier<Work>(work.key) != nil else {
      throw BankError.invalidRecord(cause: "the key of an order must be a UUID")
    }
    if let answer = try answered(work) { return answer }
    let isOpen = try orders.order(work.key) != nil
    let lock: AccountLock
    do {
      lock = try await AccountLock(
        work.account, in: orders.folder,
        limit: max(configuration.patience.longestWait, configuration.requestTimeout))
    } catch  where isOpen {
      // It may have been carried out, and nobody has looked.
      let cause = (error as? BankError)?.cause ?? Trouble.cancelled(wasSent: true).cause
      throw BankError.outcomeUnknown(cause: cause)
    }
    defer { lock.release() }
    // Another process may have carried it out in the meantime.
    if let answer = try answered(work) { return answer }
    do {
      if let booked = try orders.order(work.key) {
        return try await finish(work, booked, mayHaveBeenDone: true)
      }
      for booked in try orders.openOrders(of: work.account) { try await settle(earlier: booked) }
      return try await begin(work)
    } catch let unsettled as Unsettled {
      throw BankError.outcomeUnknown(cause: unsettled.cause)
    }
  }

  /// The answer of an order that is settled, or whose key belongs to another.
  private func answered<Work: OrderWork>(_ work: Work) throws -> Work.Answer? {
    guard let booked = try orders.order(work.key) else { return nil }
    guard booked.kind == Work.kind, booked.contents == (try CanonicalJSON.text(work.order)) else {
      return Work.keyReused
    }
    return try booked.answer.map { try CanonicalJSON.value($0) }
  }

  /// Books a new order and sends it.
  private func begin<Work: OrderWork>(_ work: Work) async throws -> Work.Answer {
    let known: Work.Known
    let covering: [CoveredPayment]
    switch try await work.prepare() {
    case .answered(let answer): return try keep(answer, of: work)
    case .ready(let found, let payments): (known, covering) = (found, payments)
    }
    let now = Timestamp(configuration.timing.now()).milliseconds
    let booked = BookedOrder(
      key: work.key, account: work.account, kind: Work.kind,
      contents: try CanonicalJSON.text(work.order), known: try CanonicalJSON.text(known),
      orderedAt: now + memory.clockLead, sentAt: now, state: .open, answer: nil, made: nil)
    let taken = try orders.enter(booked, covering: covering)
    guard taken.isEmpty else {
      return try keep(try await work.refusal(covered: taken), of: work)
    }
    return try await finish(work, booked, mayHaveBeenDone: false)
  }

  /// Keeps the answer of an order that was never sent: a key has one answer.
  private func keep<Work: OrderWork>(_ answer: Work.Answer, of work: Work) throws -> Work.Answer {
    let now = Timestamp(configuration.timing.now()).milliseconds
    _ = try orders.enter(
      BookedOrder(
        key: work.key, account: work.account, kind: Work.kind,
        contents: try CanonicalJSON.text(work.order), known: "{}", orderedAt: now, sentAt: now,
        state: .refused, answer: try CanonicalJSON.text(answer), made: nil), covering: [])
    return answer
  }

  /// Finds out what became of an order that somebody left open.
  private func settle(earlier booked: BookedOrder) async throws {
    do {
      switch booked.kind {
      case .transfer: try await settle(booked, as: TransferWork.self)
      case .goal: try await settle(booked, as: GoalCreationWork.self)
      case .deletion: try await settle(booked, as: GoalDeletionWork.self)
      }
      tell(.settled(key: booked.key))
    } catch let unsettled as Unsettled {
      // The new order was not sent, so that a log-in, or another token, helps.
      switch unsettled.error?.code {
      case .notLoggedIn?, .insufficientScope?, .token?: throw unsettled.error ?? unsettled
      default:
        throw Unsettled(
          cause: "nothing is sent before an earlier order is settled: \(unsettled.cause)",
          error: unsettled.error)
      }
    }
  }

  private func settle<Work: OrderWork>(_ booked: BookedOrder, as kind: Work.Type) async throws {
    let work = Work(bank: self, order: try CanonicalJSON.value(booked.contents))
    do {
      _ = try await finish(work, booked, mayHaveBeenDone: true)
    } catch let error as BankError where error.code == .refused {
      // It is settled: the bank has not carried it out.
    }
  }
}
