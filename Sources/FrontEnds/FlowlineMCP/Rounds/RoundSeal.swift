import Crypto
import Flowline
import FlowlineHost
import FoundationEssentials

/// Seals rounds, so that a client can carry them and neither read nor change them; each is taken up once, by
/// one of all programs over the same store.
struct RoundSeal: Sendable {
  /// Why a round is not taken up.
  enum Fault: String, Error, Sendable {
    /// It is not one of ours, was changed, or is of another user or another call.
    case altered
    /// Its time is over.
    case expired
  }

  private let key: SymmetricKey
  private let clock: any FlowClock
  private let values: any ValueStore

  /// How long a round can be answered: a day, in seconds.
  static let lifetime = 86_400
  private static let version: UInt8 = 1
  private static let shelf = "round"

  /// Makes a seal.
  ///
  /// - Parameters:
  ///   - key: 32 bytes that nobody else knows; the same for all processes that share sessions.
  ///   - values: keeps which rounds were taken up, until they expire.
  ///   - clock: says when a round expires.
  init(key: [UInt8], keepingIn values: any ValueStore, clock: any FlowClock) {
    self.key = SymmetricKey(data: key)
    self.values = values
    self.clock = clock
  }

  /// When a round that begins now expires.
  var expiry: Int { Int(clock.now.timeIntervalSince1970) + Self.lifetime }

  /// Seals a round.
  func seal(_ round: Round) -> String? {
    guard let json = try? JSONValue(encoding: round),
      let box = try? AES.GCM.seal(Data(json.text.utf8), using: key).combined
    else { return nil }
    return Self.text(of: Data([Self.version]) + box)
  }

  /// Opens a round that a client sent.
  ///
  /// - Parameters:
  ///   - text: what it sent.
  ///   - user: whose request it is.
  ///   - call: what is called, see ``Round/call``.
  /// - Returns: the round.
  /// - Throws: ``Fault``.
  func open(
    _ text: String, of user: UserID, for call: String
  ) throws(Fault) -> Round {
    guard text.utf8.count <= 1 << 20, let bytes = Self.bytes(of: text),
      // The last character has bits that are no part of the bytes.
      Self.text(of: bytes) == text, bytes.first == Self.version,
      let box = try? AES.GCM.SealedBox(combined: bytes.dropFirst()),
      let data = try? AES.GCM.open(box, using: key),
      let json = try? JSONValue(parsing: String(decoding: data, as: UTF8.self)),
      let round = try? json.decode(as: Round.self),
      round.user == user.rawValue, round.call == call
    else { throw .altered }
    guard Double(round.expires) >= clock.now.timeIntervalSince1970 else { throw .expired }
    return round
  }

  /// Whether a round is taken up.
  enum Taking: Sendable, Hashable {
    /// It is now, for the first time.
    case taken
    /// It was before, with the same answer.
    case repeated
    /// It was before, with another answer.
    case otherwise
  }

  /// Takes a round up, durably.
  ///
  /// - Parameters:
  ///   - round: the round.
  ///   - response: what the client says; of a page it does not matter.
  func take(
    _ round: Round, with response: JSONValue?
  ) async throws(StoreFailure) -> Taking {
    let name = round.id.text
    let mark = mark(of: round.mode == .form ? response : nil, to: name)
    let value = KeptValue(
      shelf: Self.shelf, name: name, owner: UserID(round.user), bytes: mark,
      expires: Date(timeIntervalSince1970: Double(round.expires + 1)))
    if try await values.make(value) { return .taken }
    let kept = try await values.value(named: name, on: Self.shelf)?.bytes ?? []
    // What earlier versions kept says nothing of the answer.
    return kept.isEmpty || kept == mark ? .repeated : .otherwise
  }

  /// Gives a round back that came to nothing, so that it can be sent again; if that cannot be kept, it stays
  /// taken up.
  func release(_ round: Round) async {
    try? await values.remove(named: round.id.text, on: Self.shelf)
  }

  /// What tells an answer from another one, and no more without the key.
  private func mark(of response: JSONValue?, to round: String) -> [UInt8] {
    let text = "\(round) \((response ?? .null).text)"
    return Array(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))
  }

  // MARK: - Text

  private static func text(of data: Data) -> String {
    data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  private static func bytes(of text: String) -> Data? {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return Data(
      base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding)
  }
}
