import Flowline

/// Answering with files: a path is typed, and its contents are kept.
extension Walk {
  /// Takes a line as the path of a file; false if it is not one: nothing was typed, or the name of the file
  /// that was answered with before.
  func takesFile(at path: String, _ size: ClosedRange<Int>, typed: String, at prompt: Prompt)
    -> Bool
  {
    let path = path.trimmingSpaces
    guard !path.isEmpty, path != prompt.draft else { return false }
    do throws(Refusal) {
      let contents = try FileContents(
        readingFrom: FilePath.expanded(path), atMost: size.upperBound)
      submit(.file(try keep(contents)), typed: typed, at: prompt)
    } catch {
      refuse(error, typed: typed, at: prompt)
    }
    return true
  }

  /// Answers with a file that was given by its path before its question was asked.
  ///
  /// A path in a link is only offered: the maker of a link must not choose which file is sent.
  func submitGivenFile(at prompt: Prompt) -> Bool {
    guard case .file(_, let size) = prompt.kind, let origin = answers.origin(for: prompt),
      case .text(let path)? = answers.take(for: prompt)
    else { return false }
    guard origin != .link else {
      line.keep(path, at: prompt)
      return false
    }
    if manner.showsPrompts, !screen.draws {
      surface.message(renderer.input(for: prompt).plainText + OneLine.text(path))
    }
    return takesFile(at: path, size, typed: path, at: prompt)
  }

  private func keep(_ contents: FileContents) throws(Refusal) -> KeptFile {
    do throws(StoreFailure) {
      return try controller.waitToKeep(contents)
    } catch {
      throw Refusal(
        .notKept,
        Text(verbatim: words("file.not-kept", .string(error.place), .string(error.reason))))
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
