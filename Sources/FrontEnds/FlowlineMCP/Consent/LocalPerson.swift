public import Flowline
import FlowlineWeb
import FoundationEssentials
import Synchronization

/// The person at this computer, in whose name an agent acts that is started here.
///
/// A browser shows that it is that person's by a code, which is printed at a terminal and nowhere that an
/// agent is told: once for each browser, which keeps a cookie then.
public final class LocalPerson: Sendable {
  /// Whose sessions there are.
  public let user: UserID
  /// What the browser's cookie begins with, see `Visitors`.
  let secret: String
  private let clock: any FlowClock
  private let tries = Mutex<[Date]>([])

  /// How many codes may be tried in a minute.
  private static let triesAMinute = 5
  /// Without letters and digits that look alike.
  private static let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)

  /// Finds the person of a folder, and makes one if it has none.
  ///
  /// - Parameters:
  ///   - folder: where the secret is kept.
  ///   - clock: says when a code may be tried again.
  /// - Throws: a `StoreFailure` if the secret cannot be read or kept.
  public init(
    folder: String, clock: any FlowClock = SystemFlowClock()
  ) throws(StoreFailure) {
    let bytes = try WriteOnceFolder(path: folder).readOrMake(
      "person", Array(Visitors.makeSecret().utf8))
    secret = String(decoding: bytes, as: UTF8.self)
    user = Visitors.user(of: secret)
    self.clock = clock
  }

  /// The code, such as `ABCD-EFGH`.
  public var code: String {
    let digest = SHA256Digest.bytes(of: Array("code of \(secret)".utf8))
    let letters = digest.prefix(8).map { Self.letters[Int($0) % Self.letters.count] }
    return String(decoding: letters.prefix(4), as: UTF8.self) + "-"
      + String(decoding: letters.suffix(4), as: UTF8.self)
  }

  /// What became of a code that was typed.
  enum Check {
    case accepted, notAccepted, tooOften
  }

  /// Checks a code that was typed: small letters, spaces and hyphens do not count.
  func check(_ typed: String) -> Check {
    let now = clock.now
    let isTooOften = tries.withLock { tries in
      tries.removeAll { $0.addingTimeInterval(60) <= now }
      guard tries.count < Self.triesAMinute else { return true }
      tries.append(now)
      return false
    }
    if isTooOften { return .tooOften }
    let plain = { (text: String) in text.uppercased().filter { $0.isLetter || $0.isNumber } }
    return plain(typed) == plain(code) ? .accepted : .notAccepted
  }
}
