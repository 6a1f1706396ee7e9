public import Flowline
public import FoundationEssentials

/// A store that is to be tried, and how to come by it.
public struct StoreUnderTest: Sendable {
  /// A program that opens a session, says so in a line of output, and holds it until it is killed
  /// or its input ends.
  ///
  /// If it cannot open the session it ends with no output.
  public struct Holder: Sendable {
    /// The program's file.
    public let program: String
    /// What it is given to find the store and the session.
    public let arguments: [String]

    /// Names a program.
    public init(_ program: String, _ arguments: [String]) {
      self.program = program
      self.arguments = arguments
    }
  }

  /// The name it goes by in reports.
  public let name: String
  let make: @Sendable (_ folder: String) throws -> any SessionStore
  let holder: (@Sendable (_ folder: String, _ session: UUID) -> Holder)?
  let setAside: (@Sendable (_ folder: String, _ session: UUID) throws -> [String])?
  let hinder: (@Sendable (_ folder: String) throws -> @Sendable () throws -> Void)?

  /// Makes a store that can be tried.
  ///
  /// - Parameters:
  ///   - name: what issues call the store.
  ///   - setAside: reads what a session's record had before it was replaced, oldest first. Without
  ///     it nobody looks whether that is still there.
  ///   - hinder: makes the store unable to begin and to replace a record, as a full medium does,
  ///     and returns what makes it able again. Without it nobody looks whether records recover.
  ///   - holder: a program that opens a session of the store and holds it. Without it, only records
  ///     of this process are tried against each other.
  ///   - make: makes the store over a folder that is empty or has what an earlier one left in it. A
  ///     store that keeps nothing in files may take the folder's path as a name.
  public init(
    _ name: String,
    setAside: (@Sendable (_ folder: String, _ session: UUID) throws -> [String])? = nil,
    hinder: (@Sendable (_ folder: String) throws -> @Sendable () throws -> Void)? = nil,
    holder: (@Sendable (_ folder: String, _ session: UUID) -> Holder)? = nil,
    make: @escaping @Sendable (_ folder: String) throws -> any SessionStore
  ) {
    self.name = name
    self.make = make
    self.holder = holder
    self.setAside = setAside
    self.hinder = hinder
  }
}
