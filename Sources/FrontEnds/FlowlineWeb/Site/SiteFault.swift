import Flowline
import FlowlineHost

/// Why a page is not shown.
struct SiteFault: Error, Hashable {
  /// A key of the texts, `fault.` before it.
  let key: String
  let status: Int
  /// The seconds after which to try again; nil if that is not known.
  var retryAfter: Int?
  /// The same, if a person waits so long at a page; a longer time is in the reply's headers alone, and so is
  /// one after which another server may do it.
  var secondsToWait: Int? { needsUpdate ? nil : retryAfter.flatMap { $0 <= 600 ? $0 : nil } }
  /// Whether what was posted can be sent once more.
  var canBeRepeated = false
  /// Whether it is too large, so that it is to be changed before it is sent once more.
  var isTooLarge = false
  /// Whether the page that it was posted from is still there.
  var isOfBody = false
  /// How much there may be of what is too large; nil if that is not told.
  var limit: TextArgument?
  /// The seconds after which a page that was to be shown is asked for again by itself; nil for never.
  var secondsToReload: Int?
  /// Whether a log-in is what is missing.
  var needsLogIn = false
  /// Whether the PIN is what is missing.
  var needsPIN = false
  /// Whether a session's record is at fault, which can be deleted nevertheless.
  var isOfRecord = false
  /// Whether only an update of the server is missing.
  var needsUpdate = false

  static let notFound = SiteFault(key: "not-found", status: 404)
  static let wrongMethod = SiteFault(key: "not-found", status: 405)
  static let otherHost = SiteFault(key: "other-host", status: 421)
  static let otherSite = SiteFault(key: "other-site", status: 403, canBeRepeated: true)
  static let logIn = SiteFault(key: "log-in", status: 401, canBeRepeated: true, needsLogIn: true)
  /// Somebody has logged in or out in the browser, and the request was sent before it knew its new cookie.
  static let renewed = SiteFault(
    key: "renewed", status: 401, canBeRepeated: true, secondsToReload: 2)
  /// The visitor has logged out: what was sent is nobody's.
  static let loggedOut = SiteFault(key: "logged-out", status: 401)
  /// There is no such page, in a browser in which somebody has logged out: it may be of what was closed then.
  static let closed = SiteFault(key: "closed", status: 404)
  /// What leads to a flow is not written as a link.
  static let badLink = SiteFault(key: "bad-link", status: 400)
  static let twoCookies = SiteFault(key: "two-cookies", status: 400)
  static let locked = SiteFault(
    key: "locked", status: 423, canBeRepeated: true, needsPIN: true)
  /// What was typed on a page that is left is too large to be kept.
  static let tooLargeToKeep = SiteFault(
    key: "too-large.kept", status: 413, isTooLarge: true, isOfBody: true,
    limit: .bytes(TypedShelf.mostBytes))
  static let failed = SiteFault(key: "internal", status: 500, canBeRepeated: true)
}

extension SiteFault {
  /// What a page says that does not read a body.
  ///
  /// - Parameters:
  ///   - fault: why it is not read.
  ///   - limits: what it may hold.
  init(_ fault: BodyFault, _ limits: BodyLimits = BodyLimits()) {
    guard case .tooLarge(let what) = fault else {
      self.init(key: "malformed", status: fault.status, isOfBody: true)
      return
    }
    let told: (key: String, limit: TextArgument) =
      switch what {
      case .files: ("too-large.files", .integer(limits.files))
      case .fieldBytes: ("too-large.text", .bytes(limits.fieldBytes))
      case .bytes, .fields, .headerBytes: ("too-large", .bytes(limits.bytes))
      }
    self.init(
      key: told.key, status: fault.status, isTooLarge: true, isOfBody: true, limit: told.limit)
  }

  /// What a page says of a body that there is no room for.
  ///
  /// - Parameter fault: what the host said.
  init(ofBody fault: HostFault) {
    self.init(fault)
    // What was read of it is a part, which a person looks at before it is sent once more.
    (canBeRepeated, isTooLarge, isOfBody) = (false, true, true)
  }

  /// Whether its text says that what was typed is kept, so that there is another one for when it is not.
  var tellsOfTyped: Bool {
    ["locked", "log-in", "newer-version", "other-site", "renewed", "unavailable"].contains(key)
  }

  init(_ fault: HostFault) {
    let retryAfter = fault.retrySeconds
    switch fault.code {
    case .notFound, .unknownFlow, .taken, .unknownPage: self = .notFound
    // Only a link gives answers to a start.
    case .tooMuchGiven: self = .badLink
    case .tooManySessions:
      self.init(key: "too-many-sessions", status: 429, retryAfter: retryAfter)
    case .tooManyFiles:
      self.init(
        key: "too-many-files", status: 429, retryAfter: retryAfter, canBeRepeated: true)
    case .full:
      self.init(key: "full", status: 503, retryAfter: retryAfter, canBeRepeated: true)
    case .busy:
      self.init(key: "busy", status: 429, retryAfter: retryAfter, canBeRepeated: true)
    case .unusable: self.init(key: "unusable", status: 500, isOfRecord: true)
    case .otherWorld: self.init(key: "other-world", status: 409)
    case .newerVersion:
      self.init(
        key: "newer-version", status: 503, retryAfter: retryAfter, canBeRepeated: true,
        needsUpdate: true)
    default:
      self.init(
        key: "unavailable", status: 503, retryAfter: retryAfter, canBeRepeated: true)
    }
  }
}
