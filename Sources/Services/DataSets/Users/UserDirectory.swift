import Synchronization

/// Knows whose data is read: which credential is in use, and which user it speaks for.
final class UserDirectory: Sendable {
  /// Whose data is read at a moment.
  struct Owner: Sendable, Hashable {
    /// Grows whenever somebody may have logged in or out.
    let epoch: Int
    /// How often the credential in use has changed.
    let changes: Int
    /// The digest of the credential in use; nil if there is none.
    let credential: String?
    /// The user, if known.
    let user: String?

    /// Whether the credential is the same one as another's, in use all the time between.
    func hasCredential(of other: Owner) -> Bool {
      epoch == other.epoch && changes == other.changes && credential == other.credential
    }

    /// Whether what was read for this owner may be shown to another.
    func mayShare(with other: Owner) -> Bool {
      if let user, let others = other.user { return user == others }
      return credential == other.credential && credential != nil
    }
  }

  private enum Standing {
    case known(String)
    /// The service is being asked.
    case asking
    /// The service does not say, or not to this credential.
    case unsaid
    /// The user, if known, has logged out: nothing is to be kept any more.
    case closed(String?)
  }

  private struct State {
    var epoch = 0
    var standings: [String: Standing] = [:]
  }

  /// The user of a service without credentials.
  static let everybody = ""

  private let credentials: (any Credentials)?
  private let store: (any CopyStore)?
  private let state = Mutex(State())

  init(credentials: (any Credentials)? = nil, store: (any CopyStore)? = nil) {
    self.credentials = credentials
    self.store = store
  }

  /// Whose data is read now.
  var owner: Owner {
    guard let credentials else {
      return Owner(epoch: epoch, changes: 0, credential: nil, user: Self.everybody)
    }
    // Before the digest: if neither number has grown by the time when a read has ended, the read was
    // made with the credential of this digest alone.
    let (epoch, changes) = (epoch, credentials.changes)
    let digest = credentials.digest
    return Owner(
      epoch: epoch, changes: changes, credential: digest, user: digest.flatMap(user(of:)))
  }

  /// Takes note of what other machines have done with the credential.
  func refresh() async { await credentials?.refresh() }

  private var epoch: Int { state.withLock { $0.epoch } }

  private func user(of credential: String) -> String? {
    switch state.withLock({ $0.standings[credential] }) {
    case .known(let user): return user
    case .asking, .unsaid, .closed: return nil
    case nil:
      guard let user = store?.user(of: credential) else { return nil }
      return state.withLock { state in
        // Meanwhile a log-out may have come, or the service's own answer.
        switch state.standings[credential] {
        case .known(let other): return other
        case .closed: return nil
        case .asking, .unsaid, nil:
          state.standings[credential] = .known(user)
          return user
        }
      }
    }
  }

  /// Asks the service whose credential is in use, unless that is known or being asked.
  ///
  /// - Parameter isFinal: whether asking again with the same credential is of no use.
  /// - Returns: the question; nil if there is no need to ask. It returns whether a user is known now.
  func question(
    isFinal: @escaping @Sendable (any Error) -> Bool
  ) -> (@Sendable () async -> Bool)? {
    let owner = owner
    guard let credentials, let credential = owner.credential, owner.user == nil else { return nil }
    let isNew = state.withLock { state in
      guard state.standings[credential] == nil else { return false }
      state.standings[credential] = .asking
      return true
    }
    guard isNew else { return nil }
    return { [self] in
      let found: IdentifiedUser?
      do {
        found = try await credentials.identify()
      } catch {
        settle(credential, isFinal: isFinal(error))
        return false
      }
      settle(credential, isFinal: found.map { $0.credential == credential } ?? true)
      guard let found else { return false }
      return learn(found, isAsked: false)
    }
  }

  private func settle(_ credential: String, isFinal: Bool) {
    state.withLock { state in
      guard case .asking? = state.standings[credential] else { return }
      state.standings[credential] = isFinal ? .unsaid : nil
    }
  }

  /// The service has said which user a credential speaks for.
  ///
  /// - Parameters:
  ///   - found: the user and the credential.
  ///   - isAsked: whether the person asked for it, who then is in again after a log-out.
  /// - Returns: whether that is news.
  @discardableResult
  func learn(_ found: IdentifiedUser, isAsked: Bool) -> Bool {
    let isNews = state.withLock { state in
      switch state.standings[found.credential] {
      case .known(let user) where user == found.user: return false
      case .closed where !isAsked: return false
      default:
        state.standings[found.credential] = .known(found.user)
        return true
      }
    }
    if isNews { store?.learn(found.user, speaksThrough: found.credential) }
    return isNews
  }

  /// Somebody may have logged in.
  func credentialsChanged() {
    state.withLock { state in
      state.epoch += 1
      for (credential, standing) in state.standings {
        if case .unsaid = standing { state.standings[credential] = nil }
      }
    }
  }

  /// The user is logging out: what they have read is neither shown nor kept any more.
  ///
  /// - Returns: who they are, if known.
  func close(_ owner: Owner) -> String? {
    state.withLock { state in
      state.epoch += 1
      guard let credential = owner.credential else { return owner.user }
      var user = owner.user
      if case .closed(let before)? = state.standings[credential] { user = before }
      state.standings[credential] = .closed(user)
      // A log-out ends all credentials of the user.
      for (other, standing) in state.standings {
        guard case .known(let known) = standing, known == user else { continue }
        state.standings[other] = .closed(user)
      }
      return user
    }
  }
}
