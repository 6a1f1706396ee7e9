import Flowline
import FoundationEssentials
import Glibc

/// A suspended session of a hundred answers that is resumed in a new process, answered durably and
/// left, beside the start and end of a process that does nothing (`true`).
///
/// By the wall.
struct ResumedProcessBenchmark: TimedBenchmark {
  let name = "resume"
  let what = "resumed in a new process, answered / an empty process"
  let budget = TimeBudget.nanoseconds(20_000_000)
  let operations = 1
  let clock = Measurement.Clock.wall
  let rounds = 101

  private let session = KeptSession(steps: Self.steps)
  private static let steps = 1000

  init() {
    for _ in 0..<99 { session.answer() }
    session.leave()
  }

  func subject() {
    let arguments = ["--resume", session.folder, session.id.uuidString]
    precondition(run(CommandLine.arguments[0], arguments) == 0, "the session was not resumed")
  }

  func bare() {
    precondition(run("/bin/true", []) == 0)
  }

  /// What the new process does.
  static func resume(_ session: String, in folder: String) throws {
    var catalog = FlowCatalog()
    catalog.add(CountingFlow(steps: steps), summary: "Adds numbers up")
    guard let id = UUID(uuidString: session) else { exit(2) }
    let controller = FlowController()
    try catalog.resume(FileStore(folder: folder).open(id), in: controller)
    guard controller.prompt != nil, controller.answer(5) == .accepted else { exit(1) }
  }

  /// Starts a program, waits for its end, and gives its status.
  private func run(_ path: String, _ arguments: [String]) -> Int32 {
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    guard posix_spawn(&process, path, nil, nil, &words, environ) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status
  }
}
