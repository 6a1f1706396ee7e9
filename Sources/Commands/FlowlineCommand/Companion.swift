import BankProgram
import Flowline
import FlowlineProgram
import FlowlineTerminal
import Glibc

/// A program that does what this one cannot, and that this one replaces itself with: the process, its
/// arguments and its files stay as they are.
struct Companion {
  /// What it is called.
  let name: String
  /// This program's own file; nil if the system does not say.
  let program: String?
  /// The folders that programs are searched in, with colons between them.
  let searchPath: String?

  /// Makes a companion of the running program.
  init(
    _ name: String, of program: String? = Self.runningProgram,
    searchPath: String? = FilePath.variable("PATH")
  ) {
    self.name = name
    self.program = program
    self.searchPath = searchPath
  }

  /// Where it may be, the first choice first: beside the program, then in the search path, of which
  /// only folders count that are named from the root.
  var candidates: [String] {
    let folders = (searchPath ?? "").split(separator: ":").map(String.init)
    return ([folder].compactMap { $0 } + folders).filter { $0.hasPrefix("/") }.map {
      $0 == "/" ? "/\(name)" : "\($0)/\(name)"
    }
  }

  /// Where it is; nil if it is nowhere.
  var path: String? { candidates.first(where: isRunnable) }

  /// The folder of the program.
  private var folder: String? {
    guard let program, let slash = program.lastIndex(of: "/") else { return nil }
    return slash == program.startIndex ? "/" : String(program[..<slash])
  }

  /// Whether a path is a file that can be run, and not the program itself: that would go round in
  /// circles.
  private func isRunnable(_ path: String) -> Bool {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, access(path, X_OK) == 0
    else { return false }
    var own = stat()
    guard let program, stat(program, &own) == 0 else { return true }
    return facts.st_ino != own.st_ino || facts.st_dev != own.st_dev
  }

  /// Replaces this process with the companion, for a bank or books with an address.
  ///
  /// - Parameters:
  ///   - missing: the text that says that there is no companion.
  ///   - address: what is asked for.
  /// - Returns: why that was not possible; else it does not return.
  func replaceProcess(for missing: String, _ address: String) -> ProgramFailure {
    replaceProcess(with: CommandLine.arguments.dropFirst()) {
      texts(missing, .string(address), .string(name), .string($0))
    }
  }

  /// Replaces this process with the companion that serves pages, an API and agents.
  ///
  /// - Parameter arguments: the companion's, as they were typed.
  /// - Returns: why that was not possible; else it does not return.
  static func serve(_ arguments: [String]) -> ProgramFailure {
    let companion = Companion("flowline-serve")
    return companion.replaceProcess(with: arguments) {
      texts("serve.missing", .string(companion.name), .string($0))
    }
  }

  /// Replaces this process with the companion.
  ///
  /// - Parameters:
  ///   - arguments: the companion's.
  ///   - missing: says that there is none, with the folder it is searched in first.
  /// - Returns: why that was not possible; else it does not return.
  private func replaceProcess(
    with arguments: some Sequence<String>, missing: (String) -> Text
  ) -> ProgramFailure {
    guard let path else { return ProgramFailure(missing(folder ?? "?")) }
    let words = ([CommandLine.arguments.first ?? name] + arguments).map { strdup($0) }
    defer { words.forEach { free($0) } }
    execv(path, words + [nil])
    let reason = SystemReason.text(of: errno)
    return ProgramFailure(texts("online.failed", .string(path), .text(reason)))
  }

  private static var runningProgram: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    guard length > 0, length < buffer.count else { return nil }
    return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
