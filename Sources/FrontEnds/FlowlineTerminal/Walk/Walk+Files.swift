import Flowline

/// Answering with files: a path is typed, and its contents are kept.
extension Walk {
  /// Answers with the contents of a file.
  ///
  /// - Parameters:
  ///   - path: where the file is, see ``FilePath/unquoted(_:)``.
  ///   - size: how many bytes it may have.
  ///   - typed: the line that named it.
  ///   - prompt: the question.
  func take(path: String, atMost size: Int, typed: String, at prompt: Prompt) {
    do throws(Refusal) {
      let path = FilePath.expanded(FilePath.unquoted(path))
      let contents = try FileContents(readingFrom: path, atMost: size)
      submit(.file(try keep(contents)), typed: typed, at: prompt)
    } catch {
      refuse(error, typed: typed, at: prompt)
    }
  }

  /// Answers with a file that was given by its path before its question was asked.
  ///
  /// A path in a link is only offered: the maker of a link must not choose which file is sent.
  func submitGivenFile(at prompt: Prompt) -> Bool {
    guard case .file = prompt.kind, let origin = answers.origin(for: prompt),
      case .text(let path)? = answers.take(for: prompt)
    else { return false }
    guard origin != .link else {
      line.keep(path, at: prompt)
      return false
    }
    display.echo(OneLine.text(path), at: prompt)
    guard case .path(let path, let size) = context(at: prompt).meaning(of: .line(path)) else {
      return false
    }
    take(path: path, atMost: size, typed: path, at: prompt)
    return true
  }

  private func keep(_ contents: FileContents) throws(Refusal) -> KeptFile {
    do throws(StoreFailure) {
      return try controller.waitToKeep(contents)
    } catch {
      let reason = words.reason(of: error)
      throw Refusal(
        .notKept, Text(verbatim: words("file.not-kept", .string(error.place), .string(reason))))
    }
  }
}

extension PromptKind {
  /// Whether a path is typed.
  var isPath: Bool {
    switch self {
    case .path, .file: true
    default: false
    }
  }
}

extension Answer {
  /// Whether it is text as a person typed it.
  var isTyped: Bool { if case .text = self { true } else { false } }
}
