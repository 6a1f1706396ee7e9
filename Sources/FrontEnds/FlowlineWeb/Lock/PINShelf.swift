import Flowline
import FlowlineLock
import FoundationEssentials
import Synchronization

/// The PINs of users and the wrong ones that were typed, in a store that all servers share.
///
/// A value of the store never changes. So each PIN that a user chooses is the next of a chain, of which the
/// last one counts, and each wrong one claims a place of its own before it is looked at: of several that are
/// typed at once at several servers no more are tried than may be.
final class PINShelf: Sendable {
  /// A link of a user's chain.
  struct Link: Sendable, Hashable {
    /// Its place in the chain, from 1; 0 if the user never chose a PIN.
    var number = 0
    var state = State.none
  }

  /// What a link says.
  enum State: Sendable, Hashable {
    /// There is no PIN.
    case none
    case pin(HashedPIN)
    /// There is one, and nobody can tell which.
    case unusable
  }

  /// What came of a PIN that was typed.
  enum Trial: Sendable, Hashable {
    case right
    /// It is shorter or longer than any PIN: it was not tried and does not count.
    case noPIN
    /// It is another one, and so many more may be typed.
    case wrong(left: Int)
    /// It was the last that might be typed: none may before a moment.
    case last(until: Date)
    /// None may be typed before a moment.
    case closed(until: Date)
    /// Nobody can tell which one is right.
    case unusable
  }

  /// For how long none may be typed after the last wrong one.
  static let closedTime: TimeInterval = 900

  private static let pins = "lock-pins"
  private static let trials = "lock-trials"
  /// What it keeps of users.
  static let shelves = [pins, trials]
  /// Of how many users the place is remembered at the most.
  private static let mostKnown = 10_000

  let values: any ValueStore
  /// The places of the last links that were seen: where to look first, and never what counts.
  private let known = Mutex<[UserID: Int]>([:])

  init(_ values: any ValueStore) { self.values = values }

  /// The link of a user that counts now.
  func link(of user: UserID) async throws(StoreFailure) -> Link {
    guard var link = try await knownLink(of: user) else {
      // All of the chain is read, so that there is no later link to look for.
      let kept = try await values.values(
        of: user, on: Self.pins, beginning: KeptValue.start(of: user))
      let last = kept.last.map(Self.link) ?? Link()
      remember(last.number, of: user)
      return last
    }
    while let next = try await values.value(
      named: Self.name(user, link.number + 1), on: Self.pins)
    {
      link = Self.link(next)
    }
    remember(link.number, of: user)
    return link
  }

  /// The last link that was seen, as the store has it now; nil if none was, or if the chain was erased since
  /// and may have begun anew.
  private func knownLink(of user: UserID) async throws(StoreFailure) -> Link? {
    guard let number = known.withLock({ $0[user] }) else { return nil }
    guard number > 0 else { return Link() }
    return try await values.value(named: Self.name(user, number), on: Self.pins).map(Self.link)
  }

  /// Adds a link to a user's chain.
  ///
  /// - Parameters:
  ///   - pin: the PIN; nil for none any more.
  ///   - user: whose it is.
  ///   - link: the link that it comes behind.
  /// - Returns: false if another one came behind that meanwhile.
  func keep(
    _ pin: HashedPIN?, of user: UserID, behind link: Link
  ) async throws(StoreFailure) -> Bool {
    try await values.make(
      KeptValue(
        shelf: Self.pins, name: Self.name(user, link.number + 1), owner: user,
        bytes: Array((pin?.text ?? "").utf8)))
  }

  /// Hashes a PIN; nil if the system has no method.
  func hash(_ typed: String) async -> HashedPIN? {
    // It waits for nothing, so that no more are hashed at once than there are processors.
    await MediumThreads.shared.run(short: true) { HashedPIN(of: typed) }
  }

  /// Tries a PIN.
  func trial(
    of typed: String, by user: UserID, at now: Date
  ) async throws(StoreFailure) -> Trial {
    let link = try await link(of: user)
    switch link.state {
    case .none: return .right
    case .unusable: return .unusable
    case .pin(let pin):
      guard HashedPIN.length.contains(typed.count) else { return .noPIN }
      guard let place = try await claim(of: user, behind: link, at: now) else {
        return try await reopened(typed, by: user, pin, behind: link, at: now)
      }
      guard await MediumThreads.shared.run(short: true, { pin.matches(typed) }) else {
        let left = HashedPIN.tries - place
        return left > 0 ? .wrong(left: left) : .last(until: now.addingTimeInterval(Self.closedTime))
      }
      for number in 1...place {
        try await values.remove(named: Self.name(user, link.number, number), on: Self.trials)
      }
      return .right
    }
  }

  /// Tries a PIN once none might be typed for long enough: the chain has another link then, with trials of
  /// its own.
  private func reopened(
    _ typed: String, by user: UserID, _ pin: HashedPIN, behind link: Link, at now: Date
  ) async throws(StoreFailure) -> Trial {
    let name = Self.name(user, link.number, HashedPIN.tries)
    let last = try await values.value(named: name, on: Self.trials)
    // It is gone if the right one was typed just now.
    let until = last.map(Self.moment)?.addingTimeInterval(Self.closedTime) ?? now
    guard now >= until else { return .closed(until: until) }
    _ = try await keep(pin, of: user, behind: link)
    return try await trial(of: typed, by: user, at: now)
  }

  /// Claims a place for a trial, from 1; nil if there is none left.
  private func claim(
    of user: UserID, behind link: Link, at now: Date
  ) async throws(StoreFailure) -> Int? {
    for place in 1...HashedPIN.tries {
      let trial = KeptValue(
        shelf: Self.trials, name: Self.name(user, link.number, place), owner: user,
        bytes: Array("\(Int64(now.timeIntervalSince1970))".utf8),
        expires: now.addingTimeInterval(86_400))
      if try await values.make(trial) { return place }
    }
    return nil
  }

  // MARK: - Values

  private func remember(_ number: Int, of user: UserID) {
    known.withLock { known in
      if known.count >= Self.mostKnown { known.removeAll() }
      known[user] = number
    }
  }

  /// The names of a chain are in the order of its numbers.
  private static func name(_ user: UserID, _ number: Int, _ place: Int? = nil) -> String {
    KeptValue.name(KeptValue.start(of: user), number, digits: 9) + (place.map { "-\($0)" } ?? "")
  }

  private static func link(_ value: KeptValue) -> Link {
    let number = value.name.split(separator: "-").last.flatMap { Int($0) } ?? 0
    guard !value.bytes.isEmpty else { return Link(number: number) }
    let pin = HashedPIN(kept: String(decoding: value.bytes, as: UTF8.self))
    return Link(number: number, state: pin.map(State.pin) ?? .unusable)
  }

  private static func moment(_ value: KeptValue) -> Date {
    // What is damaged closes for as long as can be.
    Int64(String(decoding: value.bytes, as: UTF8.self))
      .map { Date(timeIntervalSince1970: Double($0)) } ?? .distantFuture
  }
}
