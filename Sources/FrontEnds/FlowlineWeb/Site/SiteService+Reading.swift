import Flowline
import FoundationEssentials
import FoundationInternationalization
import HTTPTypes
import Hummingbird
import NIOCore

/// Reading requests for pages.
extension SiteService {
  /// The cookie that keeps which language was chosen.
  private static let languageCookie = "flowline-language"
  /// A year, in seconds.
  private static let languageLifetime = 365 * 86_400

  /// The world of a browser: in the language that was chosen, or the first it asks for that there are
  /// texts in.
  func environment(of request: Request) -> FlowEnvironment {
    let usual = environment()
    let chosen = Cookies.value(
      of: Cookie.fullName(Self.languageCookie, isSecure: isSecure),
      in: request.headers[values: .cookie])
    let wanted = (request.headers[.acceptLanguage] ?? "").split(separator: ",").prefix(20)
      .map { $0.prefix { $0 != ";" }.filter { $0.isLetter || $0.isNumber || $0 == "-" } }
    let asked = wanted.first { tag in
      SitePaths.languages.contains { tag.lowercased().prefix { $0 != "-" } == $0 }
    }
    let environment = asked.map { usual.asked(for: String($0)) } ?? usual
    guard let chosen, SitePaths.languages.contains(chosen), chosen != environment.language
    else { return environment }
    return environment.speaking(chosen)
  }

  /// Has a browser keep which language was chosen.
  func cookie(language: String) -> Cookie {
    Cookie(
      name: Self.languageCookie, value: language, lifetime: Self.languageLifetime,
      isSecure: isSecure)
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

extension FlowEnvironment {
  /// The same world in the language of a browser, and its region if it names one.
  fileprivate func asked(for tag: String) -> FlowEnvironment {
    let language = tag.prefix { $0 != "-" }.lowercased()
    guard tag.contains("-") || language != self.language else { return self }
    return FlowEnvironment(
      locale: Locale(identifier: tag), timeZone: timeZone, now: now)
  }
}
