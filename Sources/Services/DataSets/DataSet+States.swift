import ServiceBasics
import Synchronization

/// How far a stream has been read.
final class StatePosition<Value: Codable & Sendable & Equatable, Failure: DataSetFailure>: Sendable
{
  let last = Mutex<Loadable<Value, Failure>?>(nil)
}

extension DataSet {
  /// The present state as soon as it is another than the last; nil if the task is cancelled.
  func state(after position: StatePosition<Value, Failure>) async -> Loadable<Value, Failure>? {
    search()
    while !Task.isCancelled {
      let (revision, loadable, read) = update { state -> (Int, Loadable<Value, Failure>, Read?) in
        // The states show what becomes of a read in the background.
        guard state.needsReading, case .reader(let read) = role(in: &state, isSilent: false) else {
          return (state.revision, state.loadable, nil)
        }
        return (state.revision, state.loadable, read)
      }
      if let read {
        // Without a store of copies nothing happens in the background.
        if copies == nil {
          _ = await answer(to: read)
          continue
        }
        context.runInBackground { [self] in _ = await answer(to: read) }
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
}

/// A data set of any values, as its repository controls it.
protocol DataSetControl: AnyObject, Sendable {
  var key: DataSetKey { get }

  /// What was read is stale; the copy in the store is marked by the caller.
  func becameStale()

  /// Another user may be in, or it has become known who is.
  func ownerChanged()

  /// What was read must not be shown any more.
  func discard()
}

extension DataSet: DataSetControl {
  func becameStale() {
    search()
    update { $0.becameStale() }
  }

  func ownerChanged() {
    search()
    keep()
  }

  func discard() {
    let owner = context.users.owner
    update { state in
      state.discardOwner()
      state.owner = owner
    }
  }
}
