/// Over how long a capital asset can lose its value in equal parts.
///
/// Source: FreeAgent API documentation, “Depreciation Profiles”.
public enum AssetLife {
  /// How many years it can be.
  public static let years: ClosedRange<Int> = 2...25
}
