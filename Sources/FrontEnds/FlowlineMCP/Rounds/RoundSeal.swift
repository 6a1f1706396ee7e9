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

  /// Takes a round up, durably; false if that was done before.
  func take(_ round: Round) async throws(StoreFailure) -> Bool {
    try await values.make(
      KeptValue(
        shelf: "round", name: round.id.uuidString.lowercased(), owner: UserID(round.user),
        bytes: [],
        expires: Date(timeIntervalSince1970: Double(round.expires + 1))))
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
