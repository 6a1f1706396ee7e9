import Flowline

/// Tells where the reading of files has stopped, and what was not done.
struct FeedTexts {
  let renderer: PromptRenderer

  func lines(for stop: LineFile.Stop) -> [String] {
    let words = renderer.words
    let place = "\(OneLine.text(stop.place.path)):\(stop.place.line)"
    guard !stop.left.isEmpty else {
      return renderer.note(words("source.stopped.end", .string(place)))
    }
    let left = stop.left.map { left in
      let first = String(left.lines.lowerBound)
      let range = left.count == 1 ? first : "\(first)–\(left.lines.upperBound)"
      let path = OneLine.text(left.path)
      return words("source.left", .integer(left.count), .string(path), .string(range))
    }
    return renderer.note(
      words("source.stopped", .string(place), .string(left.joined(separator: ", "))))
  }
}

extension Words {
  /// Why a file's lines cannot be read.
  func callAsFunction(_ fault: LineFile.Fault) -> String {
    switch fault {
    case .notAFile(let path): self("source.not-a-file", .string(OneLine.text(path)))
    case .unreadable(let failure):
      self(
        "source.unreadable", .string(OneLine.text(failure.path)),
        .string(reason(of: failure.code)))
    case .notUTF8(let path, let line):
      self("source.not-utf8", .string(OneLine.text(path)), .string(String(line)))
    case .readsItself(let path): self("source.itself", .string(OneLine.text(path)))
    }
  }
}
