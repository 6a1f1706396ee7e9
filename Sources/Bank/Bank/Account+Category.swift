extension Account {
  /// A pocket of an account that payments are filed under: the main one, or a savings goal.
  ///
  /// Not a kind of spending. A goal *is* a category: both have the same id.
  public enum Category {
    /// The identity of a category.
    public typealias ID = Identifier<Category>
  }
}
