public import Bank
import EmbeddedBank
public import Flowline
public import ServiceBasics
import Synchronization

/// The bank in a file, filled with the sample when it is made.
///
/// It is opened when it is first asked for something, so that the first prompt need not wait for it. If
/// another program uses the file, a request waits until that is done, tells so as the remark of its load
/// or commit, and can be cancelled. After a fault of the file it is opened anew for the next request,
/// so that a session that is held can go on once the file is mended.
public final class FileBank: ForwardingBank {
  /// How long a request waits for other programs.
  public enum Patience: Sendable, Hashable {
    /// Until they are done: somebody is there who can stop it.
    case endless
    /// So long.
    case upTo(Duration)
  }

  /// The texts of waiting for the file.
  static let texts = TextCatalog(PackageResources.SampleBank_xcstrings)

  private let path: String
  private let environment: @Sendable () -> FlowEnvironment
  private let patience: Patience
  private let timing: Timing
  private let onOpening: @Sendable (FileBank) -> Void
  private let opened = Mutex<EmbeddedBank?>(nil)
  /// Whether the file was in use: one that is gone since is not replaced by a new bank.
  private let wasOpened = Atomic(false)

  /// How long a thread is blocked, and how long a request then sleeps before the next attempt.
  private static let pause = Duration.milliseconds(100)

  /// Makes a bank; the file is neither made nor opened yet.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - patience: how long a request waits for other programs.
  ///   - timing: the sleep between two attempts.
  ///   - onOpening: is called each time the file has been opened.
  ///   - environment: the world that the bank's clock and the sample are of.
  public init(
    path: String, patience: Patience = .endless, timing: Timing = Timing(),
    onOpening: @escaping @Sendable (FileBank) -> Void = { _ in },
    environment: @escaping @Sendable () -> FlowEnvironment
  ) {
    self.path = path
    self.patience = patience
    self.timing = timing
    self.onOpening = onOpening
    self.environment = environment
  }

  /// The bank, opened if it is not yet.
  ///
  /// - Throws: a `BankError` if the file cannot be used.
  public func base() throws -> any Bank {
    let (bank, isNew) = try opened.withLock { opened in
      if let opened { return (opened, false) }
      let bank = try open()
      opened = bank
      wasOpened.store(true, ordering: .relaxed)
      return (bank, true)
    }
    if isNew { onOpening(self) }
    return bank
  }

  /// Closes the file once nothing is asked of it; it is opened again for the next request.
  public func close() { opened.withLock { $0 = nil } }

  private func open() throws(BankError) -> EmbeddedBank {
    let environment = environment
    if wasOpened.load(ordering: .relaxed) { try EmbeddedBank.requireFile(at: path) }
    let bank = try EmbeddedBank(
      path: path, now: { environment().now }, waiting: Self.pause)
    let world = environment()
    try SampleData.seed(
      into: bank, now: world.now, locale: world.locale, timeZone: world.timeZone)
    return bank
  }

  /// Asks the bank, again and again while another program uses the file.
  public func forward<Answer>(
    _ ask: (any Bank) async throws -> Answer
  ) async throws -> Answer {
    var waited = Duration.zero
    while true {
      do {
        let answer = try await ask(base())
        if waited > .zero { EffectProgress.tell(nil) }
        return answer
      } catch let error as BankError where error.code == .inUse {
        if case .upTo(let limit) = patience, waited >= limit { throw error }
        EffectProgress.tell(Self.texts("wait.in-use"))
        try await timing.sleep(Self.pause)
        waited += Self.pause * 2
      } catch let error as BankError where error.code == .storage {
        opened.withLock { $0 = nil }
        throw error
      }
    }
  }
}
