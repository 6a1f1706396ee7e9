import Flowline
import Synchronization

/// The world of a user, while one of the user's sessions is in memory.
final class SharedWorld: Sendable {
  let world: HostedWorld

  init(_ world: HostedWorld) { self.world = world }
}

/// The worlds of the users whose sessions are in memory, each made once and let go with the last of them.
final class WorldTable: Sendable {
  typealias Maker = @Sendable (UserID) async throws -> HostedWorld

  /// What is there, or is being made.
  private enum Pending {
    case there(SharedWorld)
    case making(Task<SharedWorld, any Error>)
  }

  private struct Row {
    weak var world: SharedWorld?
    var making: Task<SharedWorld, any Error>?

    var isOver: Bool { world == nil && making == nil }
  }

  private struct State {
    var rows: [UserID: Row] = [:]
    /// How many rows there were when those that are over were removed last.
    var kept = 0

    mutating func put(_ row: Row, for user: UserID) {
      rows[user] = row
      guard rows.count > 2 * kept + 64 else { return }
      rows = rows.filter { !$0.value.isOver }
      kept = rows.count
    }
  }

  private let state = Mutex(State())
  private let make: Maker

  init(_ make: @escaping Maker) { self.make = make }

  /// The world of a user.
  func world(of user: UserID) async throws(HostFault) -> SharedWorld {
    let pending = state.withLock { state -> Pending in
      if let world = state.rows[user]?.world { return .there(world) }
      if let making = state.rows[user]?.making { return .making(making) }
      // Its row is there before it can end.
      let making = Task { try await self.made(for: user) }
      state.put(Row(making: making), for: user)
      return .making(making)
    }
    switch pending {
    case .there(let world): return world
    case .making(let task):
      switch await task.result {
      case .success(let world): return world
      case .failure(let error): throw HostFault(noWorld: error)
      }
    }
  }

  /// Makes a user's world, and notes what came of it before the first caller that waits for it resumes.
  ///
  /// A caller that noted it might come so late that the row is of a world that was made since.
  private func made(for user: UserID) async throws -> SharedWorld {
    do {
      let world = SharedWorld(try await make(user))
      state.withLock { $0.put(Row(world: world), for: user) }
      return world
    } catch {
      state.withLock { $0.rows[user] = nil }
      throw error
    }
  }
}

extension HostFault {
  /// The fault that a user's flows could not be made.
  init(noWorld error: any Error) {
    self =
      error as? HostFault
      ?? HostFault(
        .noWorld, "the user's flows cannot be used", cause: "\(error)", retryAfter: .seconds(5))
  }
}
