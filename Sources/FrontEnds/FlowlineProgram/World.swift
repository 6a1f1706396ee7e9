import Flowline
import FlowlineTerminal
import FoundationEssentials

/// What a run has at hand: locale, zone and clock, and the flows.
struct World {
  let run: ProgramRun
  let settings: Settings
  private let flows: ProgramWorld

  init(_ settings: Settings, _ options: some ProgramOptions, for use: ProgramUse) throws {
    self.settings = settings
    run = try ProgramRun(settings)
    flows = try options.world(for: use, in: run)
  }

  /// The flows.
  var catalog: FlowCatalog { flows.catalog }

  /// The flows that a script is played with, and the world that they are in; nil if that is a sample.
  func stage(for script: Script) throws -> (catalog: FlowCatalog, world: String?) {
    guard let sample = flows.sample else { return (catalog, name) }
    return (try sample(script.environment(or: environment)), nil)
  }

  /// Which world its sessions belong to; nil if there is only one.
  var name: String? { flows.name }

  /// What a session that starts now sees.
  var environment: FlowEnvironment { run.environment }

  /// The command's own words.
  var words: Words { run.words }
}
