import Flowline
import FlowlineLock
import FoundationEssentials

/// The page of the lock.
extension SiteCall {
  /// Shows it.
  func lock() throws(SiteFault) -> SiteReply {
    guard let standing else { throw .notFound }
    let purpose = Self.purpose(of: standing)
    let done = query[SitePaths.done].flatMap(LockPage.Done.init)
    // An address from before says nothing of what was done since.
    return try page(purpose, done: done.flatMap { $0.purpose == purpose ? $0 : nil })
  }

  /// Does what one of its buttons asks for.
  func takeLock() async throws -> SiteReply {
    guard let lock = service.lock, let standing else { throw SiteFault.notFound }
    guard let action = LockAction(rawValue: body[FieldName.action] ?? "") else {
      throw SiteFault(.malformed("an unknown button"))
    }
    switch (action, standing) {
    case (.lock, .open): return .seeOther(service.paths.lock(from: from), lock.noPass(cookies))
    case (.unlock, .locked):
      if let refused = try await refused(.unlock, by: lock) { return refused }
      return .seeOther(from ?? service.paths.home, try await lock.pass(for: user))
    case (.stay, .open): return .seeOther(service.paths.lock(), try await lock.pass(for: user))
    case (.keep, .unset), (.keep, .open): return try await keep(by: lock)
    case (.remove, .open): return try await remove(by: lock)
    // The first of two presses has set it, and the browser has thrown away what let it in.
    case (.keep, .locked):
      return try await repeated(by: lock) ?? .seeOther(service.paths.lock(from: from))
    case (.remove, .unset): return .seeOther(service.paths.lock(from: from, saying: .removed))
    // It was sent twice, or by a page from before.
    case (.unlock, .open), (.unlock, .unset): return .seeOther(from ?? service.paths.home)
    default: return .seeOther(service.paths.lock(from: from))
    }
  }

  private func keep(by lock: WebLock) async throws -> SiteReply {
    let new = body[LockAction.Field.new] ?? ""
    let purpose = Self.purpose(of: standing ?? .unset)
    guard HashedPIN.length.contains(new.count) else {
      return try page(purpose, .init(.length, by: .keep))
    }
    guard HashedPIN.canBeHashed(new) else {
      return try page(purpose, .init(.characters, by: .keep))
    }
    let link = try await lock.pins.link(of: user)
    if link.state != .none, let refused = try await refused(.keep, by: lock) { return refused }
    guard let pin = await lock.pins.hash(new) else {
      return try page(purpose, .init(.noMethod, by: .keep))
    }
    guard try await lock.pins.keep(pin, of: user, behind: link) else {
      return try await repeated(by: lock) ?? page(purpose, .init(.outdated, by: .keep))
    }
    return try await set(by: lock)
  }

  /// What the second of two presses for a new PIN is answered, of which the first one has set the same.
  ///
  /// If another one is set, that was a try: the page that asks for the PIN says how many are left.
  ///
  /// - Returns: nil if none was tried.
  private func repeated(by lock: WebLock) async throws -> SiteReply? {
    guard case .pin = try await lock.pins.link(of: user).state else { return nil }
    switch try await lock.trial(of: body[LockAction.Field.new] ?? "", by: user) {
    case .right: return try await set(by: lock)
    case .noPIN: return nil
    case let trial: return try refusal(of: trial, .unlock, on: .open, by: lock)
    }
  }

  private func set(by lock: WebLock) async throws -> SiteReply {
    .seeOther(
      service.paths.lock(from: from, saying: .set), try await lock.pass(for: user))
  }

  private func remove(by lock: WebLock) async throws -> SiteReply {
    let link = try await lock.pins.link(of: user)
    if let refused = try await refused(.remove, by: lock) { return refused }
    if try await !lock.pins.keep(nil, of: user, behind: link) {
      // The first of two presses has removed it.
      guard try await lock.pins.link(of: user).state == .none else {
        return try page(.manage, .init(.outdated, by: .remove))
      }
    }
    return .seeOther(service.paths.lock(from: from, saying: .removed), lock.noPass(cookies))
  }

  /// The page for a PIN that is not right; nil if it is.
  private func refused(_ action: LockAction, by lock: WebLock) async throws -> SiteReply? {
    let field = action == .remove ? LockAction.Field.removed : LockAction.Field.pin
    let purpose: LockPage.Purpose = action == .unlock ? .open : .manage
    let trial = try await lock.trial(of: body[field] ?? "", by: user)
    return try refusal(of: trial, action, on: purpose, by: lock)
  }

  /// The page for what came of a PIN that was typed; nil if it is right.
  private func refusal(
    of trial: PINShelf.Trial, _ action: LockAction, on purpose: LockPage.Purpose, by lock: WebLock
  ) throws(SiteFault) -> SiteReply? {
    switch trial {
    case .right: return nil
    case .noPIN: return try page(purpose, .init(.missing, by: action))
    case .wrong(let left): return try page(purpose, .init(.wrong(left: left), by: action))
    case .unusable: return try page(purpose, .init(.unusable, by: action))
    case .closed(let moment):
      return try page(purpose, .init(.closed(until: moment), by: action))
    case .last(let moment):
      return try page(
        .open, .init(.closed(until: moment), by: action), isLoggedOut: lock.logOut != nil,
        cookie: lock.noPass(cookies))
    }
  }

  // MARK: - Drawing

  private static func purpose(of standing: WebLock.Standing) -> LockPage.Purpose {
    switch standing {
    case .unset: .choose
    case .open: .manage
    case .locked: .open
    }
  }

  private func page(
    _ purpose: LockPage.Purpose, _ fault: LockPage.Refusal? = nil, isLoggedOut: Bool = false,
    done: LockPage.Done? = nil, cookie: Cookie? = nil
  ) throws(SiteFault) -> SiteReply {
    guard let lock = service.lock else { throw .notFound }
    var context = context()
    context.here = service.paths.lock(from: from)
    switch purpose {
    case .open: context.close()
    case .choose: context.lock = .unset
    // With another pass the time begins anew.
    case .manage: context.lock = cookie == nil ? standing : .open(seconds: lock.idleSeconds)
    }
    let page = LockPage(
      purpose: purpose, refusal: fault, isLoggedOut: isLoggedOut, done: done, next: from,
      forgotten: lock.forgotten, minutes: max(1, lock.idleSeconds / 60))
    return .page(page.page(in: context), context, cookie)
  }
}
