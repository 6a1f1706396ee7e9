import Flowline
import FlowlineHost
import FlowlineMessages
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

/// Reading requests for pages.
extension SiteService {
  /// What the cookies of the site are called; without digits if the site has no store that says who its users are.
  ///
  /// - Throws: a `StoreFailure` if the store does not say.
  func names() async throws(StoreFailure) -> CookieNames {
    guard let seal = visitors?.seal ?? lock?.seal else {
      return CookieNames(ofStore: nil, isSecure: isSecure)
    }
    return try await seal.names()
  }

  /// The world of a browser: in the language that was chosen, or the one it likes best of those that there
  /// are texts in.
  ///
  /// - Parameters:
  ///   - request: what the browser sent.
  ///   - names: what the site's cookies are called; nil if nobody can tell.
  func environment(of request: Request, _ names: CookieNames?) -> FlowEnvironment {
    let usual = environment()
    let chosen = names?.value(of: .language, in: request.headers[values: .cookie])
    let wanted = AcceptedLanguages.tags(in: request.headers.value(of: .acceptLanguage) ?? "")
    let languages = layout.languages
    let asked = wanted.first { tag in
      languages.contains { tag.lowercased().prefix { $0 != "-" } == $0 }
    }
    let environment = asked.map { usual.asked(for: $0) } ?? usual
    guard let chosen, languages.contains(chosen), chosen != environment.language
    else { return environment }
    return environment.speaking(chosen)
  }

  /// Reads what was posted, no more than may be.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - limits: how much its body may hold.
  ///   - posted: what was read, also of a body that is refused; nil if nothing was.
  ///   - held: how many bytes room was taken for at the host.
  func read(
    _ request: Request, within limits: BodyLimits, into posted: inout PostedBody?,
    holding held: inout Int
  ) async throws(SiteFault) {
    var limits = limits
    let type = request.headers.value(of: .contentType) ?? ""
    do {
      if HeaderValue(type)?.value == MultipartReader.type {
        var reader = try MultipartReader(contentType: type, limits)
        defer { posted = reader.readSoFar }
        for try await piece in request.body {
          try host.takePiece(of: piece.readableBytes, for: &held)
          try reader.read(piece.readableBytesView)
          // What is passed over is not in memory any more.
          if reader.heldBytes < held { host.freePiece(of: held - reader.heldBytes, from: &held) }
        }
        _ = try reader.finish()
        return
      }
      guard type.isEmpty || HeaderValue(type)?.value == URLEncodedForm.type else {
        throw BodyFault.wrongType
      }
      limits.bytes = min(limits.bytes, BodyLimits.textBytes)
      var body = PostedBody()
      defer { posted = body }
      var bytes: [UInt8] = []
      do {
        try await take(request.body, upTo: limits.bytes, into: &bytes, holding: &held)
      } catch {
        // The last field of it is not whole.
        let last = bytes.lastIndex(of: UInt8(ascii: "&")) ?? 0
        try? URLEncodedForm.read(bytes[..<last], limits, into: &body)
        throw error
      }
      try URLEncodedForm.read(bytes[...], limits, into: &body)
    } catch let fault as BodyFault {
      throw SiteFault(fault, limits)
    } catch let fault as HostFault {
      throw SiteFault(ofBody: fault)
    } catch {
      throw SiteFault(.malformed("the body was cut off"))
    }
  }

  /// Takes a body, and the beginning of one that is too large, that there is no room for or that is cut off.
  private func take(
    _ body: RequestBody, upTo limit: Int, into bytes: inout [UInt8], holding held: inout Int
  ) async throws {
    for try await piece in body {
      guard bytes.count + piece.readableBytes <= limit else { throw BodyFault.tooLarge(.bytes) }
      try host.takePiece(of: piece.readableBytes, for: &held)
      bytes += piece.readableBytesView
    }
  }
}

extension CookieNames {
  /// Has a browser keep for a year which language was chosen.
  func cookie(language: String) -> Cookie {
    cookie(.language, language, lifetime: 365 * 86_400)
  }
}

extension FlowEnvironment {
  /// The same world in the language of a browser, and its region if it names one that there is.
  func asked(for tag: String) -> FlowEnvironment {
    guard tag.contains("-") || tag.lowercased() != language else { return self }
    // What is behind the region may be anything, and is left out until it is known (RFC 4647, 3.4).
    var parts = tag.split(separator: "-").prefix(3)
    while !parts.isEmpty {
      if let locale = Locale.known(parts.joined(separator: "-")) {
        return FlowEnvironment(locale: locale, timeZone: timeZone, now: now)
      }
      parts.removeLast()
    }
    return self
  }
}
