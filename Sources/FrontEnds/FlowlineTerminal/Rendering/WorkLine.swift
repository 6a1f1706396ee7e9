import Flowline

/// Tells of work under way in one line: what is done, how far it has come, how long it may take.
struct WorkLine {
  let renderer: PromptRenderer

  private var words: Words { renderer.words }
  private var look: Look { renderer.look }

  /// The line that is drawn over and over.
  ///
  /// - Parameters:
  ///   - work: what is under way.
  ///   - elapsed: the milliseconds since it began to be waited for.
  /// - Returns: the line, no wider than the terminal.
  func drawn(_ work: Work, elapsed: Int) -> String {
    let frames = look.usesUnicode ? Self.frames : Self.asciiFrames
    let frame = String(frames[elapsed / WorkWatch.step % frames.count])
    let room = renderer.columns - 3
    var text = work.name + look.ellipsis
    if let remark = work.remark, !remark.isEmpty {
      text += "  " + remark
    } else if let share = work.share {
      let count = words(
        "work.count", .string(String(share.done)), .string(String(share.total)))
      let bar = ProgressBar(share.percentage, cells: 10, in: words.environment.locale).text
      let left = share.left(after: elapsed).map { words("work.left", .string(duration($0))) }
      // What matters less goes first where there is no room.
      let tails = [
        [bar, [count, left].compactMap { $0 }.joined(separator: ", ")], [bar, count], [bar],
        [ProgressBar(share.percentage, cells: 0, in: words.environment.locale).text],
      ].map { $0.joined(separator: "  ") }
      let tail = tails.first { DisplayWidth.of(text) + 2 + DisplayWidth.of($0) <= room }
      if let tail { text += "  " + tail }
    } else if let done = work.done {
      let longer = text + "  " + words("work.done", .integer(done))
      if DisplayWidth.of(longer) <= room { text = longer }
    }
    return look.paint(frame, .accent) + " " + look.cut(text, to: max(room, 1))
  }

  /// The sentence that is told now and then where nothing is drawn over.
  func told(_ work: Work, elapsed: Int) -> [String] {
    var parts: [String] = []
    if let remark = work.remark, !remark.isEmpty {
      parts.append(remark)
    } else if let share = work.share {
      parts.append(
        words("work.count", .string(String(share.done)), .string(String(share.total))))
      if let left = share.left(after: elapsed) {
        parts.append(words("work.left", .string(duration(left))))
      }
    } else if let done = work.done {
      parts.append(words("work.done", .integer(done)))
    }
    let tail = parts.joined(separator: ", ")
    return renderer.note(
      tail.isEmpty
        ? words("work.told", .string(work.name))
        : words("work.told.share", .string(work.name), .string(tail)))
  }

  private func duration(_ milliseconds: Int) -> String {
    WalkReports(renderer: renderer).duration(max(milliseconds, 1000))
  }

  private static let frames = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
  private static let asciiFrames = Array("|/-\\")
}
