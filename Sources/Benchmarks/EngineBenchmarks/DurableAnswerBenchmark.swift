import Flowline
import FoundationEssentials
import Glibc

/// An answer of a session that is kept in a file, beside a line of the same size that is added to a
/// file with one write and one `fdatasync`.
///
/// By the wall: both wait for the disk.
struct DurableAnswerBenchmark: TimedBenchmark {
  let name = "durable"
  let what = "a durable answer (file store) / append and fdatasync"
  let budget = TimeBudget.ratio(1.2)
  let operations = 5
  let clock = Measurement.Clock.wall
  let rounds = 401

  private let session: KeptSession
  private let file: AppendedFile

  init() {
    session = KeptSession(steps: 1_000_000)
    file = AppendedFile(in: session.folder, lineLength: session.bytesAnswer)
  }

  func subject() {
    for _ in 0..<operations { session.answer() }
  }

  func bare() {
    for _ in 0..<operations { file.append() }
  }

  /// Answers so often and ends, so that somebody else can count the syncs.
  static func answer(_ count: Int) throws {
    let session = KeptSession(steps: count + 10)
    for _ in 0..<count { session.answer() }
  }
}

/// A session in a file of a folder of its own, which goes with it.
final class KeptSession {
  let folder: String
  let id = UUID()
  private let controller = FlowController()

  init(steps: Int) {
    folder = "\(FileManager.default.temporaryDirectory.path)/flowline-\(UUID().uuidString)"
    var options = SessionOptions.fixed
    options.session = id
    options.record = try? FileStore(folder: folder).begin(id)
    controller.start(CountingFlow(steps: steps), options)
    answer()
  }

  func answer() {
    precondition(controller.answer(5) == .accepted, "the answer was not kept")
  }

  /// How many bytes an answer adds to the file.
  var bytesAnswer: Int {
    let before = controller.journal.text.utf8.count
    answer()
    return controller.journal.text.utf8.count - before
  }

  /// Lets go of the file, so that others can open it.
  func leave() { controller.terminate() }

  deinit {
    leave()
    try? FileManager.default.removeItem(atPath: folder)
  }
}

/// A file that lines are added to, as a program in C would.
private final class AppendedFile {
  private let descriptor: Int32
  private let line: [UInt8]
  private var length = 0

  init(in folder: String, lineLength: Int) {
    descriptor = open("\(folder)/bare", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    line = Array(repeating: UInt8(ascii: "x"), count: lineLength)
  }

  func append() {
    precondition(pwrite(descriptor, line, line.count, off_t(length)) == line.count)
    precondition(fdatasync(descriptor) == 0)
    length += line.count
  }

  deinit { close(descriptor) }
}
