import Bank
import Synchronization

/// A bank that answers nothing before its gate is opened, as one beyond a slow line.
final class GatedBank: ForwardingBank {
  private struct Gate {
    var isOpen = false
    var trouble: BankError?
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let bank: any Bank
  private let gate = Mutex(Gate())

  init(_ bank: any Bank) {
    self.bank = bank
  }

  /// Lets all requests through from now on, or has them fail.
  func open(failing trouble: BankError? = nil) {
    let waiting = gate.withLock { gate in
      gate.isOpen = true
      gate.trouble = trouble
      defer { gate.waiting = [] }
      return gate.waiting
    }
    for request in waiting { request.resume() }
  }

  /// Lets no request through any more.
  func close() { gate.withLock { $0.isOpen = false } }

  private func passed() async throws -> any Bank {
    await withCheckedContinuation { request in
      let isOpen = gate.withLock { gate in
        if !gate.isOpen { gate.waiting.append(request) }
        return gate.isOpen
      }
      if isOpen { request.resume() }
    }
    if let trouble = gate.withLock({ $0.trouble }) { throw trouble }
    return bank
  }

  func base() -> any Bank { bank }

  func forward<Answer>(_ ask: (any Bank) async throws -> Answer) async throws -> Answer {
    try await ask(passed())
  }
}
