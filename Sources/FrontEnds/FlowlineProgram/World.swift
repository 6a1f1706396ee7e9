import Flowline
import FlowlineTerminal
import FoundationEssentials

/// What a run has at hand: locale, zone and clock, and the flows.
struct World {
  let run: ProgramRun
  let settings: Settings
  private let flows: ProgramWorld
  /// The flows.
  let catalog: FlowCatalog
  /// The name of the world of a command line without options.
  private let usualName: () -> String?

  init<Own: ProgramOptions>(_ settings: Settings, _ options: Own, for use: ProgramUse) throws {
    self.settings = settings
    let run = try ProgramRun(settings)
    self.run = run
    flows = try options.world(for: use, in: run)
    if let path = settings.usageLog, case .running = use {
      catalog = flows.catalog.observed(by: try Self.usageLog(path))
    } else {
      catalog = flows.catalog
    }
    usualName = { (try? Own.withoutArguments().world(for: .suggesting, in: run))?.name }
  }

  private static func usageLog(_ path: String) throws -> UsageLog {
    do throws(StoreFailure) {
      return try UsageLog(appendingTo: FilePath.expanded(path))
    } catch {
      throw Usage.fault("usage.usage-log", path, Usage.words().reason(of: error))
    }
  }

  /// What a script is played with.
  struct Stage {
    /// The flows.
    let catalog: FlowCatalog
    /// The world that they are in; nil if there is only one, or it is a sample.
    let world: String?
    /// Whether they are made for this script alone, so that nobody else meets what it does.
    let isSample: Bool
  }

  /// The flows that a script is played with.
  func stage(for script: Script) throws -> Stage {
    guard let sample = flows.sample else {
      return Stage(catalog: catalog, world: name, isSample: false)
    }
    let flows = try sample(script.environment(or: environment))
    return Stage(catalog: flows, world: nil, isSample: true)
  }

  /// Which world its sessions belong to; nil if there is only one.
  var name: String? { flows.name }

  /// The command line that resumes a session of this world, with the options that lead to the world
  /// unless a line without options does.
  ///
  /// - Parameter session: its name or file, as it is typed.
  func resumeCommand(of session: String) -> String {
    let command = "\(Program.name) resume \(session)"
    guard let name, name != usualName() else { return command }
    return "\(command) \(OneLine.text(name))"
  }

  /// The PIN of the program, with what its log-out means.
  var lock: ProgramLock {
    let lock = ProgramLock(PINFile(path: Program.current.pinFile), logOut: flows.logOut)
    lock.idleTime = settings.idleTime
    return lock
  }

  /// What a session that starts now sees.
  var environment: FlowEnvironment { run.environment }

  /// The language that the options ask for; nil if it is that of the system or of a locale.
  var askedLanguage: String? { settings.language.map { _ in environment.language } }

  /// What the flow of a session that has ended says of its end, and the command's own words in the
  /// session's language.
  func recap(of record: any SessionRecord) -> (EndRecap, words: Words) {
    let recap = EndRecap(of: record, by: catalog, in: name, or: environment)
    return (recap, words.speaking(recap.language))
  }

  /// The command's own words.
  var words: Words { run.words }
}
