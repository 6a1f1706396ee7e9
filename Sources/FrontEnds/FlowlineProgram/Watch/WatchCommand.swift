import ArgumentParser
import Dispatch
import Flowline
import FlowlineTerminal
import Glibc
import Synchronization

/// `watch`.
struct WatchCommand<Own: ProgramOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "watch",
      abstract: HelpText.string(Program.texts("help.watch")),
      discussion: HelpText.string(Program.texts("help.watch.more")))
  }

  @OptionGroup var own: Own

  @OptionGroup var common: CommonOptions

  @ArgumentParser.Option(
    help: ArgumentHelp(Program.texts("help.watch.every"), valueName: "seconds"))
  var every = 300

  @Flag(help: ArgumentHelp(Program.texts("help.watch.once")))
  var once = false

  func run() throws {
    let run = try ProgramRun(common.settings)
    guard let watch = try own.watch(in: run) else { return }
    let pause = Duration.seconds(every)
    guard pause >= watch.shortestPause else {
      throw Usage.fault(
        "usage.watch.every", "\(every)", "\(watch.shortestPause.components.seconds)")
    }
    let words = run.words
    let terminal = Words(words.environment)
    let watching = Watching(
      watch: watch, pause: pause, clock: SystemFlowClock(),
      tell: { try Surface.writeResult(words($0)) },
      complain: { Surface.writeMessage(words.error($0)) }, cause: { terminal(cause: $0) })
    Self.takeSignals()
    let isOnce = once
    let end = Self.result {
      guard isOnce else { return try await watching.run() }
      if try await watching.look() != nil { throw ExitCode(ExitStatus.failed.rawValue) }
    }
    try end.get()
  }

  /// Lets signals end the program, also if its parent process had blocked them.
  private static func takeSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// What comes of work that this thread waits for.
  private static func result(
    of work: @escaping @Sendable () async throws -> Void
  ) -> Result<Void, any Error> {
    let over = DispatchSemaphore(value: 0)
    let end = Mutex<Result<Void, any Error>?>(nil)
    Task.detached {
      let result: Result<Void, any Error>
      do {
        try await work()
        result = .success(())
      } catch {
        result = .failure(error)
      }
      end.withLock { $0 = result }
      over.signal()
    }
    over.wait()
    return end.withLock { $0 } ?? .success(())
  }
}
