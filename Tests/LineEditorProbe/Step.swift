/// One thing the probe is told to do, as JSON on its command line.
struct Step: Codable {
  enum Kind: String, Codable {
    /// Read one line.
    case ask
    /// Read lines until the input ends.
    case askAll
    /// Read one line that is not seen.
    case askHidden
    /// Print the text as a front end prints a question.
    case say
    /// Draw the rows above, or nothing, in the place of the last question.
    case draw
    /// Leave the last question where it is.
    case leave
    /// Have the text edited in an editor.
    case edit
    /// Wait for another thread or Ctrl-C.
    case wait
    /// Ask in every manner there is, over and over, and tell of little.
    case play
    /// Answer nothing any more.
    case hang
    /// Close the editor.
    case close
  }

  var kind = Kind.ask
  var prompt: String?
  var style: String?
  var text: String?
  var hint: String?
  /// The kind of history; each line given is added to it and saved.
  var history: String?
  var complete: [String]?
  var plain: Bool?
  /// Whether the line is one of a text of several.
  var lines: Bool?
  /// Words that the ghost completes what is typed to.
  var ghost: [String]?
  /// Whether the ghost tells how many characters are typed.
  var counts: Bool?
  /// The items of the menu, of which those are shown that contain what is typed.
  var menu: [String]?
  var several: Bool?
  var label: String?
  /// The rows of the question.
  var above: [String]?
  /// Why the last line was not taken.
  var notice: String?
  var footer: String?
  var milliseconds: Int?
}
