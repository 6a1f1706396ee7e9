public import Money

/// A pocket of an account that the customer saves into.
public struct SavingsGoal: Sendable, Hashable, Codable, Identifiable {
  /// The identity of a goal.
  public typealias ID = Identifier<SavingsGoal>

  /// The goal's id, which is also that of its category.
  public let id: ID

  /// The name the customer gave.
  public let name: String

  /// How much is to be saved; nil if the goal is open-ended.
  public let target: Money?

  /// How much is in it, never negative; more than the target is allowed.
  public let totalSaved: Money

  /// Whether the goal is in use.
  public let state: State

  /// Makes a goal's description.
  public init(id: ID, name: String, target: Money?, totalSaved: Money, state: State) {
    self.id = id
    self.name = name
    self.target = target
    self.totalSaved = totalSaved
    self.state = state
  }

  /// Whether money can be moved into the goal now.
  public var isActive: Bool { state == .active }

  /// How much of the target is saved, 0 to 100 and rounded down; `nil` without a target.
  public var savedPercentage: Int? {
    guard let target, target.currency == totalSaved.currency, target.minorUnits > 0 else {
      return nil
    }
    let saved = max(0, totalSaved.minorUnits)
    guard saved < target.minorUnits else { return 100 }
    // In full width, since a hundred times the saved amount need not fit.
    return Int(target.minorUnits.dividingFullWidth(saved.multipliedFullWidth(by: 100)).quotient)
  }

  /// The stages of a goal's life, in the words of Starling's public API v2.
  public struct State: RawRepresentable, Sendable, Hashable, Codable {
    /// The bank's word, for example `ACTIVE`.
    public let rawValue: String

    /// Takes the bank's word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Being made.
    public static let creating = State(rawValue: "CREATING")
    /// In use: the only state in which money moves in.
    public static let active = State(rawValue: "ACTIVE")
    /// Being put away.
    public static let archiving = State(rawValue: "ARCHIVING")
    /// Put away; it holds no money.
    public static let archived = State(rawValue: "ARCHIVED")
    /// Being brought back.
    public static let restoring = State(rawValue: "RESTORING")
    /// Waiting for something.
    public static let pending = State(rawValue: "PENDING")
  }
}

extension Identifier<SavingsGoal> {
  /// The goal as a category, under which its payments are filed.
  public var category: Account.Category.ID { Identifier<Account.Category>(sameAs: self) }
}

extension Identifier {
  /// The same text as the id of another kind of thing.
  init<Other>(sameAs other: Identifier<Other>) { text = other.text }
}
