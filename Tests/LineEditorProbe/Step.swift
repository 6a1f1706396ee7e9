/// One thing the probe is told to do, as JSON on its command line.
struct Step: Codable {
  enum Kind: String, Codable {
    /// Read one line.
    case ask
    /// Read lines until the input ends.
    case askAll
    /// Wait for another thread or Ctrl-C.
    case wait
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
  var milliseconds: Int?
}
