/// Rows below a line that is being read: what can be answered, to be chosen by the arrow keys.
///
/// Up and Down move a cursor over the items, wrapping at the ends; Page Up and Page Down move it by
/// as many as are seen. Enter on an item answers with its text. Where several may be taken, Space
/// marks an item while the cursor shows, and Enter answers with all that are marked, in the order of
/// the items, joined by ", ". Typing takes the cursor away and asks for the items anew; so does Esc.
/// The rows are gone once the line is read, however that ends.
package struct LineMenu {
  /// One thing to choose.
  package struct Item: Equatable, Sendable {
    /// What Enter answers with.
    package var text: String

    /// What is shown.
    package var display: String

    /// Creates an item that is shown as `display`, or as its text.
    package init(_ text: String, display: String? = nil) {
      self.text = text
      self.display = display ?? text
    }
  }

  /// The rows for the items.
  ///
  /// - Parameters:
  ///   - items: All that match what is typed.
  ///   - cursor: The index of the item under the cursor, if it shows.
  ///   - marked: The texts of those that are marked.
  ///   - columns: How wide a row may be; what is wider is cut.
  ///   - rows: How many there may be at the most, one at least. ``MenuWindow`` says which items fit.
  package typealias Drawing = (
    _ items: [Item], _ cursor: Int?, _ marked: Set<String>, _ columns: Int, _ rows: Int
  ) -> [String]

  /// What matches the text that is typed.
  package var items: (_ typed: String) -> [Item]

  /// Whether several may be taken.
  package var takesSeveral = false

  /// How many rows above the line must stay on the screen, such as those of its question.
  package var rowsAbove = 0

  /// Draws the rows; called after each change.
  ///
  /// They may be styled by SGR sequences.
  package var draw: Drawing

  /// Creates a menu.
  package init(
    items: @escaping (_ typed: String) -> [Item], takesSeveral: Bool = false, rowsAbove: Int = 0,
    draw: @escaping Drawing
  ) {
    self.items = items
    self.takesSeveral = takesSeveral
    self.rowsAbove = rowsAbove
    self.draw = draw
  }
}

/// What is shown dim behind a line while the cursor stands at its end.
package enum LineGhost: Equatable, Sendable {
  /// What would follow what is typed. Right, End and Ctrl-F put it into the line.
  case completion(String)

  /// Words about the line; they stand off by two spaces where something is typed.
  case remark(String)
}
