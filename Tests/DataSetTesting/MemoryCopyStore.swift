package import DataSets
import Synchronization

/// Copies in memory: what a store of copies has to do, in the plainest form.
package final class MemoryCopyStore: CopyStore {
  private struct Place: Hashable {
    let scope: DataSetScope
    let user: String
  }

  private struct State {
    var ticket: Int64 = 0
    var copies: [Place: NewCopy] = [:]
    var marks: [Place: Int64] = [:]
    var everybodysMarks: [DataSetScope: Int64] = [:]
    var users: [String: String] = [:]
    var lastRemoval: Int64?
    var notes: [CopyNote] = []
  }

  private let state = Mutex(State())

  package init() {}

  package let path = "memory"

  package var notes: [CopyNote] { state.withLock { $0.notes } }

  /// How many copies there are.
  package var count: Int { state.withLock { $0.copies.count } }

  package func takeTicket() -> Int64? {
    state.withLock { state in
      state.ticket += 1
      return state.ticket
    }
  }

  package func copy(of scope: DataSetScope, for user: String) -> StoredCopy? {
    state.withLock { state in
      state.copies[Place(scope: scope, user: user)].map { copy in
        let mark = Self.lastMark(in: state, scope, user)
        return StoredCopy(copy, isStale: mark.map { $0 > copy.ticket } ?? false)
      }
    }
  }

  package func lastMark(of scope: DataSetScope, for user: String?) -> Int64? {
    state.withLock { Self.lastMark(in: $0, scope, user) }
  }

  private static func lastMark(
    in state: State, _ scope: DataSetScope, _ user: String?
  ) -> Int64? {
    let marks = state.marks.filter { place, _ in
      place.scope == scope && (user == nil || place.user == user)
    }
    return (Array(marks.values) + [state.everybodysMarks[scope], state.lastRemoval])
      .compactMap { $0 }.max()
  }

  package func keep(
    _ copy: NewCopy, of scope: DataSetScope, for user: String, readWith credential: String?
  ) {
    state.withLock { state in
      if let credential, state.users[credential] != user { return }
      let place = Place(scope: scope, user: user)
      if let present = state.copies[place], present.ticket >= copy.ticket { return }
      state.copies[place] = copy
    }
  }

  package func markStale(_ scopes: [DataSetScope], for user: String?) {
    state.withLock { state in
      state.ticket += 1
      for scope in scopes {
        if let user {
          state.marks[Place(scope: scope, user: user)] = state.ticket
        } else {
          state.everybodysMarks[scope] = state.ticket
        }
      }
    }
  }

  package func removeCopies(of user: String?) {
    state.withLock { state in
      state.ticket += 1
      state.lastRemoval = state.ticket
      state.marks = state.marks.filter { user != nil && $0.key.user != user }
      state.copies = state.copies.filter { user != nil && $0.key.user != user }
      state.users = state.users.filter { user != nil && $0.value != user }
    }
  }

  package func user(of credential: String) -> String? {
    state.withLock { $0.users[credential] }
  }

  package func learn(_ user: String, speaksThrough credential: String) {
    state.withLock { $0.users[credential] = user }
  }

  package func note(_ note: CopyNote) { state.withLock { $0.notes.append(note) } }
}
