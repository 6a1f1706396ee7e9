/// A place in a list as a person names it: by a number, counted from 1.
///
/// Numbers that come from outside become indices here and nowhere else, so that none of them is
/// calculated with before it is compared with the list.
package struct TypedPlace: Hashable, Sendable {
  /// The index that is meant, from 0; there need not be such an element.
  package let index: Int

  /// Reads a number; nil if the text is no whole number, or is below 1.
  package init?(_ typed: some StringProtocol) {
    guard let number = Int(typed), number >= 1 else { return nil }
    index = number - 1
  }

  /// The index in a list of so many elements; nil if the list is shorter.
  package func index(below count: Int) -> Int? { index < count ? index : nil }
}
