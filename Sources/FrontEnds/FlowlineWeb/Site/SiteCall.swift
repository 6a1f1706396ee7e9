import Flowline
import FlowlineHost
import FoundationEssentials
import FoundationInternationalization
import HTTPTypes
import Hummingbird
import NIOCore

/// A request for a page, read.
struct SiteCall: Sendable {
  let user: UserID
  /// The world that pages outside of a session are in.
  let environment: FlowEnvironment
  /// What was posted.
  let body: PostedBody
  let parameters: [String: String]
  let query: PostedBody
  let service: SiteService

  /// The session that the address names.
  var key: SessionKey {
    get throws(SiteFault) {
      guard let session = parameters["session"].flatMap({ UUID(uuidString: $0) }) else {
        throw .notFound
      }
      return SessionKey(user, session)
    }
  }

  /// The question that the address names.
  var token: StepToken {
    get throws(SiteFault) {
      guard let token = parameters["token"].flatMap({ StepToken($0) }) else { throw .notFound }
      return token
    }
  }

  /// What the button that was pressed asks for.
  var action: PageAction {
    body[FieldName.action].flatMap(PageAction.init) ?? .answer
  }

  /// What a page says besides, from where the browser was led.
  var notice: QuestionPage.Notice? { query["notice"].flatMap(QuestionPage.Notice.init) }

  /// What pages are drawn with: in the language of a session, or of the browser.
  func setting(for state: HostedState? = nil) -> PageSetting {
    service.setting(
      in: state?.environment ?? environment,
      language: state.flatMap {
        $0.end == nil ? service.paths.language($0.key.session) : nil
      })
  }
}

extension SiteService {
  func setting(in environment: FlowEnvironment, language: WebLink? = nil) -> PageSetting {
    PageSetting(
      words: WebWords(environment: environment), paths: paths, layout: layout, language: language)
  }

  /// The world of a browser: the first language it asks for that there are texts in.
  func environment(of request: Request) -> FlowEnvironment {
    let usual = environment()
    let wanted = (request.headers[.acceptLanguage] ?? "").split(separator: ",").prefix(20)
      .map { $0.prefix { $0 != ";" }.filter { $0.isLetter || $0.isNumber || $0 == "-" } }
    let found = wanted.first { tag in
      SitePaths.languages.contains { tag.lowercased().prefix { $0 != "-" } == $0 }
    }
    guard let found, !found.isEmpty else { return usual }
    // The region is the browser's if it names one.
    let language = found.prefix { $0 != "-" }.lowercased()
    let isUsual = usual.language == language && !found.contains("-")
    return FlowEnvironment(
      locale: isUsual ? usual.locale : Locale(identifier: String(found)),
      timeZone: usual.timeZone, now: usual.now)
  }

  /// Reads what was posted, no more than may be.
  func body(of request: Request) async throws(SiteFault) -> PostedBody {
    let limits = BodyLimits()
    let type = request.headers[.contentType] ?? ""
    do {
      if HeaderValue(type)?.value == MultipartReader.type {
        var reader = try MultipartReader(contentType: type, limits)
        for try await piece in request.body { try reader.read(piece.readableBytesView) }
        return try reader.finish()
      }
      guard type.isEmpty || HeaderValue(type)?.value == URLEncodedForm.type else {
        throw BodyFault.wrongType
      }
      let bytes = try await request.body.collect(upTo: limits.bytes)
      return try URLEncodedForm.read(Array(bytes.readableBytesView), limits)
    } catch let fault as BodyFault {
      throw SiteFault(fault)
    } catch is NIOTooManyBytesError {
      throw SiteFault(.tooLarge(.bytes))
    } catch {
      throw SiteFault(.malformed("the body was cut off"))
    }
  }
}

/// Why a page is not shown.
struct SiteFault: Error {
  /// A key of the texts.
  let key: String
  let status: Int
  var retryAfter: Int?
  /// Whether what was posted can be sent once more.
  var canBeRepeated = false

  static let notFound = SiteFault(key: "not-found", status: 404)
  static let otherSite = SiteFault(key: "other-site", status: 403, canBeRepeated: true)
  static let logIn = SiteFault(key: "log-in", status: 401, canBeRepeated: true)
  static let internalError = SiteFault(key: "internal", status: 500, canBeRepeated: true)
}

extension SiteFault {
  init(_ fault: BodyFault) {
    let isLarge = if case .tooLarge = fault { true } else { false }
    self.init(key: isLarge ? "too-large" : "malformed", status: fault.status)
  }

  init(_ fault: HostFault) {
    let retryAfter = fault.retryAfter.map { max(1, Int($0.components.seconds)) }
    switch fault.code {
    case .notFound, .unknownFlow, .taken, .unknownPage: self = .notFound
    case .tooManySessions: self.init(key: "too-many-sessions", status: 429)
    case .busy:
      self.init(key: "busy", status: 429, retryAfter: retryAfter, canBeRepeated: true)
    case .unusable: self.init(key: "unusable", status: 500)
    default:
      self.init(
        key: "unavailable", status: 503, retryAfter: retryAfter, canBeRepeated: true)
    }
  }
}
