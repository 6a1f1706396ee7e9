import Hummingbird
import Synchronization

/// The cookies that requests of this server renew at the moment: they count no more, and the browser does not have
/// the next one yet, since the reply is not sent.
///
/// What another tab asks for meanwhile waits for that, and is not refused.
final class RenewalsUnderWay: Sendable {
  private struct Place {
    var requests = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let places = Mutex<[VisitorCookie: Place]>([:])

  /// Notes a request that may renew a cookie.
  ///
  /// - Returns: what ends it, at the latest when nobody has it any more.
  func begin(_ cookie: VisitorCookie) -> RenewalUnderWay {
    places.withLock { $0[cookie, default: Place()].requests += 1 }
    return RenewalUnderWay(of: cookie, among: self)
  }

  /// Waits until all requests that renew a cookie have their replies; false if there is none.
  func haveEnded(_ cookie: VisitorCookie) async -> Bool {
    guard places.withLock({ $0[cookie] != nil }) else { return false }
    await withCheckedContinuation { continuation in
      let hasEnded = places.withLock { places in
        places[cookie]?.waiting.append(continuation)
        return places[cookie] == nil
      }
      if hasEnded { continuation.resume() }
    }
    return true
  }

  /// How many requests wait for one that renews a cookie.
  func waiting(for cookie: VisitorCookie) -> Int {
    places.withLock { $0[cookie]?.waiting.count ?? 0 }
  }

  fileprivate func end(_ cookie: VisitorCookie) {
    let waiting = places.withLock { places in
      places[cookie]?.requests -= 1
      guard let place = places[cookie], place.requests == 0 else {
        return [CheckedContinuation<Void, Never>]()
      }
      places[cookie] = nil
      return place.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

/// A request that may renew a cookie, until its reply is sent.
final class RenewalUnderWay: Sendable {
  private let cookie: VisitorCookie
  private let all: RenewalsUnderWay
  private let hasEnded = Mutex(false)

  fileprivate init(of cookie: VisitorCookie, among all: RenewalsUnderWay) {
    (self.cookie, self.all) = (cookie, all)
  }

  deinit { end() }

  /// Ends it, if it has not ended yet: the reply is sent, or none will be.
  func end() {
    let isFirst = hasEnded.withLock { hasEnded in
      defer { hasEnded = true }
      return !hasEnded
    }
    if isFirst { all.end(cookie) }
  }
}

extension Response {
  /// Ends a renewal once this reply to its request is sent, whether or not all of it is.
  mutating func end(_ renewal: RenewalUnderWay) {
    let body = body
    self.body = ResponseBody(contentLength: body.contentLength) { writer in
      defer { renewal.end() }
      try await body.write(writer)
    }
  }
}
