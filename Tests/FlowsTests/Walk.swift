import Flowline
import FoundationEssentials
import Testing

/// A walk through a flow, from which a script is recorded.
struct Walk: Sendable, CustomTestStringConvertible {
  /// What a person does at a prompt.
  enum Move: Sendable, ExpressibleByStringLiteral {
    /// Types an answer that is taken.
    case type(String)
    /// Types an answer that is refused for this reason.
    case refused(String, Refusal.Code)
    case back
    case cancel

    init(stringLiteral text: String) { self = .type(text) }
  }

  /// The script's path below `Flows`.
  let path: String
  /// What the script shows, for its first line.
  let comment: String
  let flow: FlowID
  var locale = "en_GB"
  let moves: [Move]

  var testDescription: String { path }

  /// The script that the walk gives.
  func record() throws -> String {
    var text = "# \(comment)\n"
    try inWorld(locale: locale) { world in
      try world.start(flow)
      for move in moves { try take(move, in: world) }
      text += world.controller.journal.text
    }
    return text
  }

  private func take(_ move: Move, in world: World) throws {
    switch move {
    case .type(let text): world.answer(.text(text))
    case .refused(let text, let code):
      #expect(try world.refusal(of: .text(text)).code == code, "\(path): \(text)")
    case .back: #expect(world.controller.back() == .accepted)
    case .cancel: #expect(world.controller.cancel() == .accepted)
    }
  }
}

/// The folder of the flows, found from this file.
let flowsFolder = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appending(path: "Flows")
