public import Flowline

/// A store for hosts that is to be tried, and how to come by it.
public struct JournalStoreUnderTest: Sendable {
  /// Makes a store able to write again.
  public typealias Unhinder = @Sendable () async throws -> Void

  /// The name it goes by in reports.
  public let name: String
  let make: @Sendable (_ folder: String) async throws -> any JournalStore
  let setAside:
    (@Sendable (_ store: any JournalStore, _ folder: String, SessionKey) async throws -> [String])?
  let hinder: (@Sendable (_ folder: String) async throws -> Unhinder)?

  /// Makes a store that can be tried.
  ///
  /// - Parameters:
  ///   - name: what issues call the store.
  ///   - setAside: reads what a session's record had before it was replaced, oldest first. Without it
  ///     nobody looks whether that is still there.
  ///   - hinder: makes the store unable to make changes, as a full medium does, and returns what makes
  ///     it able again. Without it nobody looks whether records recover.
  ///   - make: opens the store in a folder that is empty or has what an earlier one left in it, each
  ///     time as another node does. A store that keeps nothing in files may take the folder's path as a
  ///     name.
  public init(
    _ name: String,
    setAside: (
      @Sendable (_ store: any JournalStore, _ folder: String, SessionKey) async throws -> [String]
    )? = nil,
    hinder: (@Sendable (_ folder: String) async throws -> Unhinder)? = nil,
    make: @escaping @Sendable (_ folder: String) async throws -> any JournalStore
  ) {
    self.name = name
    self.setAside = setAside
    self.hinder = hinder
    self.make = make
  }
}
