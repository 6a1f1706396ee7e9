/// Asks for a file: its path at a prompt, an upload on a page.
///
/// The result says what the file is: its digest, name, size and type, which are in the journal. The contents
/// are kept beside the journal and are read with ``FlowContext/files``. A front end keeps the contents
/// first, see ``FlowController/keep(_:)``, and answers with what that returns; so a page that is refused for
/// another field does not want the file a second time.
///
/// The contents lie beside the journal whatever the screen says of itself; so a file cannot be
/// ``Screen/sensitive()``.
public struct FileScreen: Screen {
  /// What the file is.
  public typealias Output = KeptFile

  /// The words of the question; a file has no default.
  public var question: Question
  private let types: [FileType]
  private let size: ClosedRange<Int>

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - question: what is asked; nil for the text `<id>.question` of the flow's catalogue.
  ///   - types: which types are accepted, by their contents; empty for all.
  ///   - size: how many bytes the file may have.
  public init(
    _ id: StepID, _ question: Text? = nil, accepting types: [FileType] = [],
    size: ClosedRange<Int> = 1...10_000_000
  ) {
    self.question = Question(id, question)
    self.types = types
    self.size = size
  }

  /// Nothing.
  public var defaultAnswer: JSONValue? { nil }

  /// A file, with its types and its size.
  public func kind(in environment: FlowEnvironment) -> PromptKind {
    .file(types: types, size: size)
  }

  /// What scripts compare: the kind `file`.
  public func outline(in environment: FlowEnvironment) -> PromptOutline { .file }

  /// That no file is so small; nil if one is.
  public func fault(in environment: FlowEnvironment) -> ScreenFault? {
    ScreenFault.limit(size, at: question.id)
  }

  /// The file's name.
  public func typed(_ recorded: JSONValue, in environment: FlowEnvironment) -> String? {
    KeptFile(recorded)?.name
  }

  /// Reads what is recorded of a file; one that is empty, too big or of another type is refused.
  ///
  /// Text is refused: what it means, a path perhaps, only a front end on the person's own machine can say.
  public func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<KeptFile>, Refusal> {
    guard case .json(let json) = answer, let file = KeptFile(json) else {
      return .failure(answer.isNothing ? .make(.empty) : .wrongShape(.file))
    }
    if file.size < size.lowerBound {
      return .failure(.fileTooSmall(file.size, least: size.lowerBound))
    }
    if file.size > size.upperBound {
      return .failure(.fileTooBig(file.size, most: size.upperBound))
    }
    guard types.isEmpty || types.contains(file.type) else {
      return .failure(.fileType(of: file, accepted: types))
    }
    return .success(Accepted(file, recorded: json))
  }
}

extension FileScreen {
  /// Not for files: their contents are kept beside the journal.
  @available(*, unavailable, message: "the contents of a file are kept beside the journal")
  public func sensitive() -> FileScreen { self }
}

extension Answer {
  /// A file that the session keeps already, see ``FlowController/keep(_:)``.
  public static func file(_ file: KeptFile) -> Answer { .json(file.json) }
}
