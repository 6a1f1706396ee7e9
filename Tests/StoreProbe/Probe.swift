import Flowline
import FlowlineSQLite
import Foundation

/// Opens a store as another process does.
///
///     StoreProbe file|sqlite PLACE hold ID          opens a session, says so, holds it
///     StoreProbe file|sqlite PLACE fill ID BYTES    adds lines to files of so many bytes at the most
///     StoreProbe file|sqlite PLACE recover ID BYTES the same, and goes on when there is room again
///     StoreProbe file|sqlite PLACE nobody ID        tries everything, as nobody
///     StoreProbe file|sqlite PLACE die ID           adds lines and kills itself
///     StoreProbe journals PLACE answer COUNT        answers so many sessions until it is killed
///     StoreProbe journals PLACE full BYTES          the same until files have so many bytes, and goes on
@main
struct Probe {
  let store: any SessionStore
  let session: UUID

  static func main() async {
    let arguments = CommandLine.arguments
    if arguments.count == 5, arguments[1] == "journals", let number = Int(arguments[4]) {
      return await JournalProbe.run(arguments[3], number, at: arguments[2])
    }
    guard arguments.count >= 5, let session = UUID(uuidString: arguments[4]) else { exit(2) }
    do throws(StoreFailure) {
      // Rights are given up before anything is opened.
      if arguments[3] == "nobody" { becomeNobody() }
      let store: any SessionStore =
        arguments[1] == "file"
        ? FileStore(folder: arguments[2]) : try SQLiteStore(path: arguments[2])
      let probe = Probe(store: store, session: session)
      switch arguments[3] {
      case "hold": try probe.hold()
      case "fill": try probe.fill(arguments.count > 5 ? Int(arguments[5]) ?? 0 : 0)
      case "recover": try probe.recover(arguments.count > 5 ? Int(arguments[5]) ?? 0 : 0)
      case "nobody": probe.tryEverything()
      case "die": try probe.die()
      default: exit(2)
      }
    } catch {
      // No output means that it could not be opened.
      FileHandle.standardError.write(Data("\(error.code.rawValue) \(error)\n".utf8))
      exit(1)
    }
  }

  private func hold() throws(StoreFailure) {
    let record = try store.open(session)
    say("holding")
    while readLine() != nil {}
    record.close()
  }

  /// Adds durable lines until that fails; tells how many were taken, and why no more.
  private func fill(_ bytes: Int) throws(StoreFailure) {
    let record = try store.begin(session)
    try record.append("line 0\n", isDurable: true)
    limitFiles(to: rlim_t(bytes))
    var taken = 1
    do throws(StoreFailure) {
      while taken < 1_000_000 {
        try record.append("line \(taken)\n", isDurable: true)
        taken += 1
      }
    } catch {
      say("\(taken) \(error.code.rawValue)")
      attempt("again") { () throws(StoreFailure) in
        try record.append("more\n", isDurable: true)
      }
    }
  }

  /// Fills the record, makes room, and adds what it has not.
  private func recover(_ bytes: Int) throws(StoreFailure) {
    let record = try store.begin(session)
    try record.append("line 0\n", isDurable: true)
    limitFiles(to: rlim_t(bytes))
    var lines = "line 0\n"
    do throws(StoreFailure) {
      for number in 1..<1_000_000 {
        lines += "line \(number)\n"
        try record.append("line \(number)\n", isDurable: number % 3 > 0)
      }
    } catch {
      say("full \(error.code.rawValue)")
    }
    attempt("recovering in vain") { () throws(StoreFailure) in
      try record.recover()
      try record.append(String(repeating: "x", count: bytes) + "\n", isDurable: true)
    }
    limitFiles(to: .max)
    try record.recover()
    let kept = String(decoding: try record.contents(), as: UTF8.self)
    guard lines.hasPrefix(kept) else { return say("has something else") }
    try record.append(String(lines.dropFirst(kept.count)) + "last\n", isDurable: true)
    record.close()
    let again = try store.open(session)
    let text = String(decoding: try again.contents(), as: UTF8.self)
    say(text == lines + "last\n" ? "whole" : "not whole")
  }

  private func tryEverything() {
    attempt("list") { () throws(StoreFailure) in _ = try store.sessions() }
    attempt("open") { () throws(StoreFailure) in try store.open(session).close() }
    attempt("remove") { () throws(StoreFailure) in try store.remove(session) }
    attempt("begin") { () throws(StoreFailure) in
      let record = try store.begin(UUID())
      try record.append("line\n", isDurable: true)
      record.close()
    }
  }

  private func die() throws(StoreFailure) {
    let record = try store.open(session)
    try record.append("durable\n", isDurable: true)
    try record.append("may be lost\n", isDurable: false)
    say("dying")
    kill(getpid(), SIGKILL)
  }

  /// Root may do everything; a test of rights is done without.
  private static func becomeNobody() {
    guard getuid() == 0 else { return }
    setgid(65534)
    setuid(65534)
  }

  private func attempt(_ what: String, _ body: () throws(StoreFailure) -> Void) {
    do throws(StoreFailure) {
      try body()
      say("\(what) done")
    } catch {
      say("\(what) \(error.code.rawValue)")
    }
  }

  private func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}

/// Lets files become so big at the most: a limit rather than a small disk, which only root can make.
func limitFiles(to bytes: rlim_t) {
  // The signal that comes with it would end the process before it could say anything.
  signal(SIGXFSZ, SIG_IGN)
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  limit.rlim_cur = min(bytes, limit.rlim_max)
  setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}
