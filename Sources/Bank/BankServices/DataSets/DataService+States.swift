import Bank
import Synchronization

/// How far somebody has read the states of a data set.
final class StatePosition<Value: Codable & Sendable & Equatable>: Sendable {
  let last = Mutex<Loadable<Value>?>(nil)
}

extension DataService {
  /// The present state as soon as it is another than the last; nothing where the task is cancelled.
  func state(after position: StatePosition<Value>) async -> Loadable<Value>? {
    look()
    while !Task.isCancelled {
      let (revision, loadable, read) = update { set in
        // Who waits behind is told what comes of it.
        guard set.needsReading, case .reader(let read) = seat(in: &set, isSilent: false) else {
          return (set.revision, set.loadable, nil as DataSet<Value>.Read?)
        }
        return (set.revision, set.loadable, read)
      }
      if let read {
        // Without a cache nothing happens behind anybody's back.
        if shelf == nil {
          _ = await answer(to: read)
          continue
        }
        surroundings.behind { [self] in _ = await answer(to: read) }
      }
      let isNew = position.last.withLock { last in
        defer { last = loadable }
        return last != loadable
      }
      if isNew { return loadable }
      do { try await wait(beyond: revision) } catch { break }
    }
    return nil
  }

  /// What was read is stale; the copy in the cache is somebody else's matter.
  func becameStale() {
    look()
    update { $0.becameStale() }
  }

  /// What was read is another customer's.
  ///
  /// - Parameter isCopyToo: whether a copy that is still in the cache must not be used either.
  func holderChanged(isCopyToo: Bool) {
    update { set in
      set.holderChanged()
      if isCopyToo { set.hasLooked = true }
    }
  }

  /// A customer is known now. What another's copy said is forgotten.
  func holderKnown(_ holder: String) {
    update { set in
      guard let copy = set.copy, let other = copy.holder, other != holder else { return }
      set.holderChanged()
    }
  }
}
