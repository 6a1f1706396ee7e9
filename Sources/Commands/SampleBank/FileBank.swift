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
  /// What errors call the file.
  private let shownName: String
  private let environment: @Sendable () -> FlowEnvironment
  private let patience: Patience
  private let timing: Timing
  private let opened = Mutex<EmbeddedBank?>(nil)
  /// Whether the file was in use: one that is gone since is not replaced by a new bank.
  private let wasOpened = Atomic(false)

  /// How long a thread is blocked, and how long a request then sleeps before the next attempt.
  private static let pause = Duration.milliseconds(100)

  /// Makes a bank; the file is neither made nor opened yet.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - shownName: what errors call the file; nil for its path.
  ///   - patience: how long a request waits for other programs.
  ///   - timing: the sleep between two attempts.
  ///   - environment: the world that the bank's clock and the sample are of.
  public init(
    path: String, shownAs shownName: String? = nil, patience: Patience = .endless,
    timing: Timing = Timing(),
    environment: @escaping @Sendable () -> FlowEnvironment
  ) {
    self.path = path
    self.shownName = shownName ?? path
    self.patience = patience
    self.timing = timing
    self.environment = environment
  }

  /// The bank, opened if it is not yet.
  ///
  /// - Throws: a `BankError` if the file cannot be used.
  public func base() throws -> any Bank {
    try opened.withLock { opened in
      if let opened { return opened }
      let bank = try open()
      opened = bank
      wasOpened.store(true, ordering: .relaxed)
      return bank
    }
  }

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
    do {
      return try await forwardAgain(ask)
    } catch let error as BankError where error.path != nil {
      throw error.naming(shownName)
    }
  }

  private func forwardAgain<Answer>(
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

extension BankError {
  /// The same about the file under another name.
  fileprivate func naming(_ name: String) -> BankError {
    switch code {
    case .inUse: .inUse(path: name)
    case .storage:
      .storage(
        path: name, cause: reason ?? "",
        advice: CodedText(words: advice ?? "", code: adviceCode))
    case .notABank: .notABank(path: name, cause: reason ?? "")
    default: self
    }
  }
}
