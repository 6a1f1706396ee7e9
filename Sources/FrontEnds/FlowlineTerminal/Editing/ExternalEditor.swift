import CLibEditShims
import Flowline
import Glibc

/// The editor of the user's choice, at work on one text.
struct ExternalEditor {
  /// The longest text it may return, in bytes.
  static let longestText = 1 << 20

  private let command: String

  /// Finds the editor that `VISUAL` or `EDITOR` names; `nil` if neither does.
  init?() {
    let names: [String] = ["VISUAL", "EDITOR"]
    let named: [String] = names.compactMap { name in getenv(name).map { String(cString: $0) } }
    guard let command = named.first(where: { $0.contains { $0 != " " } }) else { return nil }
    self.command = command
  }

  /// Has `text` edited on the terminal.
  func edit(
    _ text: String, extension kind: String, input: Int32, output: Int32
  ) -> LongTextEvent {
    // A folder of its own, so that what the editor leaves beside the file goes with it.
    var template = Array("\(Self.temporaryFolder)/flowline-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return .failed(.file(code: errno)) }
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { Self.remove(folder) }
    let safe = kind.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let path = "\(folder)/text\(safe.isEmpty ? "" : ".")\(safe)"
    do throws(LongTextFailure) {
      try Self.write(text.isEmpty || text.hasSuffix("\n") ? text : text + "\n", to: path)
      try run(on: path, input: input, output: output)
      return .edited(try Self.read(path))
    } catch {
      return .failed(error)
    }
  }
}

extension ExternalEditor {
  private func run(on path: String, input: Int32, output: Int32) throws(LongTextFailure) {
    let child = try start(on: path, input: input, output: output)
    var status: Int32 = 0
    while true {
      let result = waitpid(child, &status, WNOHANG)
      if result == child { break }
      if result < 0, errno != EINTR { throw .notStarted(code: errno) }
      _ = PendingSignals.poll(-1, milliseconds: 20)
      // Who asks us to leave asks the editor, too. The signal stays to be answered by the next read.
      if let signal = PendingSignals.pendingTermination { kill(child, signal) }
    }
    // Ctrl-C was meant for the editor.
    _ = PendingSignals.take(.interrupt)
    let signal = status & 0x7F
    if signal != 0 { throw .signal(signal) }
    let code = status >> 8 & 0xFF
    // What the shell says of a command that it does not find, or may not run.
    if code == 127 { throw .notStarted(code: ENOENT) }
    if code == 126 { throw .notStarted(code: EACCES) }
    if code > 128 { throw .signal(code - 128) }
    if code != 0 { throw .exit(code: code) }
  }

  private func start(
    on path: String, input: Int32, output: Int32
  ) throws(LongTextFailure) -> pid_t {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    // The standard streams may be files and pipes; the editor needs the terminal.
    let terminal = [(input, STDIN_FILENO), (output, STDOUT_FILENO), (output, STDERR_FILENO)]
    for (from, to) in terminal where from != to {
      posix_spawn_file_actions_adddup2(&files, from, to)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH, SIGPIPE] {
      sigaddset(&signals, signal)
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    // The variable may hold options, and the shell knows how they are parted. It makes room for the
    // editor, so that signals meet that, unless variables are set first.
    let first = command.drop { $0 == " " }.prefix { $0 != " " }
    let start = first.contains("=") ? "" : "exec "
    let words: [String] = ["sh", "-c", "\(start)\(command) \"$1\"", "sh", path]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { word in strdup(word) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, "/bin/sh", &files, &attributes, &arguments, environ)
    if code != 0 { throw .notStarted(code: code) }
    return child
  }
}

extension ExternalEditor {
  private static var temporaryFolder: String {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    return named.hasPrefix("/") ? named : "/tmp"
  }

  private static func write(_ text: String, to path: String) throws(LongTextFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .file(code: errno) }
    let failure = Descriptor.write(text, to: descriptor)
    if close(descriptor) != 0 { throw .file(code: errno) }
    if let failure { throw .file(code: failure) }
  }

  /// The text of the file, without the line break at its end.
  private static func read(_ path: String) throws(LongTextFailure) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(code: errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    reading: while true {
      switch Descriptor.read(descriptor, atMost: 1 << 16) {
      case .bytes(let more): bytes += more
      case .again: continue
      case .end: break reading
      case .failed(let code): throw .file(code: code)
      }
      if bytes.count > longestText { throw .tooLong(limit: longestText) }
    }
    guard var text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    if text.last == "\n" || text.last == "\r\n" { text.removeLast() }
    return text
  }

  /// Removes a folder and the files in it.
  private static func remove(_ folder: String) {
    if let directory = opendir(folder) {
      while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { unlink("\(folder)/\(name)") }
      }
      closedir(directory)
    }
    rmdir(folder)
  }
}

extension LineEditor {
  package var hasEditor: Bool { ExternalEditor() != nil }

  package func edit(_ text: String, extension kind: String) -> LongTextEvent {
    guard let editor = ExternalEditor() else { return .unavailable }
    endSilence()
    screen.clear()
    let modes = TerminalEcho(of: input)
    // One that crashed may have left them as it liked.
    defer { modes?.restore() }
    return editor.edit(text, extension: kind, input: input, output: screen.descriptor)
  }
}
