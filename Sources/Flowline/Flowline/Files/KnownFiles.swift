/// The files that a session may be answered with: those that were kept since it was started here, and those
/// that its journal names.
final class KnownFiles {
  /// Where their contents are kept.
  let kept: any KeptFiles
  private var files: Set<KeptFile> = []
  /// Whether any file will do: where a script is played, nobody sends contents.
  private let isLenient: Bool

  init(kept: any KeptFiles = MemoryFiles(), isLenient: Bool = false) {
    self.kept = kept
    self.isLenient = isLenient
  }

  /// The files of a session that is started so; nil if it begins with none, in memory.
  convenience init?(_ options: SessionOptions) {
    let record = options.journalRecord
    guard
      options.files != nil || record != nil || options.journal != nil || options.acceptsAnyFile
    else { return nil }
    self.init(
      kept: options.files ?? record.map { $0.files ?? NoFiles(session: $0.session) }
        ?? MemoryFiles(),
      isLenient: options.isReplay || options.acceptsAnyFile)
    for entry in options.journal?.entries ?? [] where entry.mayNameFile {
      for file in entry.payload.json?.files ?? [] { add(file) }
    }
  }

  /// Notes that a file is kept.
  func add(_ file: KeptFile) { files.insert(file) }

  func has(_ file: KeptFile) -> Bool { isLenient || files.contains(file) }

  /// Whether contents of this digest were kept, or the journal names them.
  func has(_ digest: FileDigest) -> Bool { files.contains { $0.digest == digest } }
}

extension Session {
  /// The files that may be answered with.
  var files: KnownFiles {
    if let knownFiles { return knownFiles }
    let files = KnownFiles()
    knownFiles = files
    return files
  }

  /// Why a file cannot be answered with; nil if it can.
  ///
  /// - Parameter recorded: what a file's screen took; null if it was left out.
  func refusal(ofFile recorded: JSONValue) -> Refusal? {
    guard let file = KeptFile(recorded), !files.has(file) else { return nil }
    return .make(.fileNotKept)
  }

  /// Why the files of a page cannot be answered with, by their fields.
  func refusals(ofFilesIn page: FormPage) -> [StepID: Refusal] {
    let environment = environment
    var refusals: [StepID: Refusal] = [:]
    for field in page.fields where field.outline(in: environment).isFile {
      refusals[field.id] = page.recorded[field.id].flatMap { refusal(ofFile: $0) }
    }
    return refusals
  }
}

extension JournalEntry {
  /// Whether a file may have been answered with.
  fileprivate var mayNameFile: Bool { verb == .aside || outline?.isFile == true }
}

extension JSONValue {
  /// The files that are recorded in it, however deep.
  var files: [KeptFile] {
    if let file = KeptFile(self) { return [file] }
    return switch self {
    case .array(let elements): elements.flatMap(\.files)
    case .object(let members): members.values.flatMap(\.files)
    default: []
    }
  }
}

extension FlowController {
  /// Keeps a file's contents, so that a question can be answered with it: by ``Answer/file(_:)``.
  ///
  ///     let file = try await controller.keep(FileContents(bytes, named: upload.name))
  ///     controller.answer(.file(file))
  ///
  /// - Parameter contents: the file.
  /// - Returns: what to answer with, to the question that is asked now or to a later one.
  /// - Throws: ``StoreFailure`` if the contents cannot be kept.
  public func keep(_ contents: FileContents) async throws(StoreFailure) -> KeptFile {
    let kept = read { $0.files.kept }
    try await kept.keep(contents.bytes, as: contents.file.digest)
    read { $0.files.add(contents.file) }
    return contents.file
  }

  /// Whether the session has these contents already, so that they take no more room.
  package func has(_ contents: FileContents) -> Bool {
    read { $0.files.has(contents.file.digest) }
  }

  /// Keeps a file's contents as ``keep(_:)`` does, and waits until they are kept.
  ///
  /// For tests and for programs without an event loop.
  ///
  /// - Parameter contents: the file.
  /// - Returns: what to answer with.
  /// - Throws: ``StoreFailure`` if the contents cannot be kept; ``StoreFailure/Code/closed`` from inside a
  ///   step, which it would wait for itself.
  public func waitToKeep(_ contents: FileContents) throws(StoreFailure) -> KeptFile {
    guard !isInsideHere else {
      throw StoreFailure(.closed, at: contents.file.name, "a step cannot wait for a file")
    }
    return try waitOutside { () async -> Result<KeptFile, StoreFailure> in
      do throws(StoreFailure) {
        return .success(try await self.keep(contents))
      } catch {
        return .failure(error)
      }
    }.get()
  }
}
