/// A log to which several machines append: its entries have one order for all of them.
public protocol SharedLog: Sendable {
  /// What it is called where something is wrong with it.
  var name: String { get }

  /// The entries behind a number, in their order, as far as there are any.
  ///
  /// - Parameter number: the number of the last entry that is known; 0 for none.
  /// - Returns: those that follow; the first of them has a number greater by more than one only if
  ///   the entries between were forgotten.
  func entries(after number: Int) async throws(SharedLogFailure) -> [NumberedEntry]

  /// Appends an entry durably.
  ///
  /// - Parameters:
  ///   - entry: the entry.
  ///   - number: its number, from 1.
  /// - Returns: false if there is another entry of this number.
  /// - Throws: a ``SharedLogFailure``, after which it may be there or not.
  func append(_ entry: [UInt8], as number: Int) async throws(SharedLogFailure) -> Bool

  /// Forgets the entries up to a number.
  func forget(through number: Int) async throws(SharedLogFailure)
}

/// An entry of a log.
public struct NumberedEntry: Sendable, Hashable {
  /// Its number, from 1.
  public let number: Int
  /// What was appended.
  public let bytes: [UInt8]

  /// Makes an entry.
  public init(_ number: Int, _ bytes: [UInt8]) {
    self.number = number
    self.bytes = bytes
  }
}

/// Why a shared log cannot be used.
public struct SharedLogFailure: Error, Sendable, Hashable {
  /// What kind of trouble it is.
  public enum Code: Sendable, Hashable {
    /// It cannot be reached, read or written at the moment.
    case unavailable
    /// What is in it cannot be understood, or something is missing in it.
    case damaged
    /// A newer version of the program wrote what is in it.
    ///
    /// Nothing is wrong with it: a program of that version reads it.
    case newer
    /// Another machine has taken over what this one was about to do.
    case takenOver
  }

  /// What kind of trouble it is.
  public let code: Code
  /// The log's name, or the place it is at.
  public let place: String
  /// What is wrong, in English.
  public let cause: String

  /// Makes a failure.
  public init(_ code: Code, at place: String, _ cause: String) {
    self.code = code
    self.place = place
    self.cause = cause
  }
}
