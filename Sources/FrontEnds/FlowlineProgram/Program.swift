import Flowline
import FlowlineTerminal

/// The program that this is: its name and its places.
struct Program: Sendable {
  let name: String
  var version = ""
  /// The flows of a program without options of its own.
  var world = ProgramWorld(FlowCatalog())

  /// The world that the words of an unfinished or wrong command line lead to; nil if they lead nowhere.
  var suggestedWorld: @Sendable ([String]) -> World? = { _ in nil }

  /// The program whose command line is followed.
  ///
  /// The parser asks its commands for their names and texts without saying which program they are
  /// of.
  @TaskLocal static var current = Program(name: "flows")

  /// What the program is called on a command line.
  static var name: String { current.name }

  /// The command's own texts.
  static let texts = TextCatalog(PackageResources.Program_xcstrings)

  /// Where sessions are kept.
  var library: SessionLibrary { SessionLibrary(of: name) }

  /// Where the PIN is kept.
  var pinFile: String { FilePath.state(of: name) + "/pin" }

  /// Where the histories of prompts are kept.
  var historyDirectory: String { FilePath.state(of: name) + "/history" }
}
