import Flowline
import FoundationEssentials

/// A script's text brought to what a replay said, in the replay's format.
///
/// Only lines that say something else are written anew: comments, spaces and line ends stay as they are. A
/// script that was written by hand and leaves out whole kinds of lines leaves them out still.
struct ScriptUpdate {
  /// What would be written does not say what the replay said: nothing may be written.
  struct Misread: Error {}

  /// The new text.
  let text: String
  /// What was taken out, with `-` in front, and what was put in, with `+`.
  let changes: [String]

  /// Makes the new text.
  ///
  /// - Parameters:
  ///   - old: the script as it is.
  ///   - new: the replay's journal as a script.
  /// - Throws: ``Misread`` if the new text could not be read, or did not say what it is to say.
  init(of old: ScriptText, to new: ScriptText) throws(Misread) {
    var draft = ScriptDraft(of: old, to: new)
    draft.write()
    // Comments may have what is no text.
    guard let text = String(validating: draft.bytes, as: UTF8.self),
      let written = try? ScriptText(parsing: draft.bytes), written.says(new, as: old)
    else { throw Misread() }
    self.text = text
    changes = draft.changes
  }
}

extension ScriptText {
  /// Whether it says what another script says, with the head and the remarks of an old one.
  fileprivate func says(_ new: ScriptText, as old: ScriptText) -> Bool {
    let wanted = new.lines.filter(old.compares)
    let told = lines.filter(old.compares)
    guard wanted.count == told.count, zip(told, wanted).allSatisfy({ $0.tells($1) }) else {
      return false
    }
    guard script.format == new.script.format, script.flow == new.script.flow,
      script.version == new.script.version, script.variant == old.script.variant,
      script.session == old.script.session
        || old.script.session == nil && script.session == new.script.session,
      script.now == old.script.now, script.world == old.script.world,
      script.locale?.locale == old.script.locale?.locale,
      script.locale?.timeZone == old.script.locale?.timeZone
    else { return false }
    return remarks == old.remarks
  }

  private var remarks: [[UInt8]] { lines.filter(\.isRemark).map(\.contents) }
}

/// The text of an update while it is written.
private struct ScriptDraft {
  private let old: ScriptText
  private let new: ScriptText
  /// The end of lines that are put in where none was.
  private let usualEnd: [UInt8]
  private(set) var bytes: [UInt8]
  private(set) var changes: [String] = []
  /// Whether the last line has no end yet.
  private var isUnended = false

  init(of old: ScriptText, to new: ScriptText) {
    (self.old, self.new) = (old, new)
    let long = old.lines.count { $0.end.count == 2 }
    let short = old.lines.count { $0.end.count == 1 }
    usualEnd = Array((long > short ? "\r\n" : "\n").utf8)
    bytes = old.mark
  }

  mutating func write() {
    let end = (old.lines.lastIndex { $0.headWord != nil } ?? -1) + 1
    write(head: old.lines[..<end])
    write(body: old.lines[end...])
  }

  /// The world of a script is its author's to choose; only the format and the flow's version follow,
  /// and the session if the format wants one.
  private mutating func write(head lines: ArraySlice<ScriptText.Line>) {
    let format = new.lines.first { $0.headWord == "format" }
    let first = lines.firstIndex { $0.headWord != nil }
    for (index, line) in zip(lines.indices, lines) {
      if index == first, line.headWord != "format", let format { insert(format) }
      if line.headWord == "flow", old.script.version != new.script.version,
        let flow = new.lines.first(where: { $0.headWord == "flow" })
      {
        remove(line)
        insert(flow, endingAs: line)
      } else {
        keep(line)
      }
    }
    if format != nil, old.script.session == nil,
      let session = new.lines.first(where: { $0.headWord == "session" })
    {
      insert(session)
    }
  }

  private mutating func write(body lines: ArraySlice<ScriptText.Line>) {
    let blocks = self.blocks(of: lines)
    let told = new.lines.filter(old.compares)
    let places = Self.places(of: blocks.map(\.line), among: told)
    var next = 0
    for (index, block) in blocks.enumerated() {
      if let place = places[index] {
        for line in told[next..<place] { insert(line) }
        next = place + 1
        for line in block.above { keep(line) }
        keep(block.line)
      } else {
        for line in block.above { keep(line) }
        remove(block.line)
        // What replaces it, if something does, is below its comments.
        let kept = places[(index + 1)...].lazy.compactMap { $0 }.first ?? told.count
        if next < kept {
          insert(told[next], endingAs: block.line)
          next += 1
        }
      }
    }
    for line in told[next...] { insert(line) }
    // Comments at the end, and a line that was cut off, which is dropped.
    let rest = lines.reversed().prefix { !old.compares($0) }.reversed()
    for line in rest where !line.isDropped { keep(line) }
  }

  /// A line that is compared, with those above it that are not.
  private struct Block {
    let above: [ScriptText.Line]
    let line: ScriptText.Line
  }

  private func blocks(of lines: ArraySlice<ScriptText.Line>) -> [Block] {
    var blocks: [Block] = []
    var above: [ScriptText.Line] = []
    for line in lines {
      if old.compares(line) {
        blocks.append(Block(above: above, line: line))
        above = []
      } else {
        above.append(line)
      }
    }
    return blocks
  }

  /// For each old line its place among the new ones if it stays; as many stay as can.
  private static func places(
    of old: [ScriptText.Line], among new: [ScriptText.Line]
  ) -> [Int?] {
    var (removed, inserted) = (Set<Int>(), Set<Int>())
    for change in new.difference(from: old, by: { $0.tells($1) }) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var places = new.indices.filter { !inserted.contains($0) }.makeIterator()
    return old.indices.map { removed.contains($0) ? nil : places.next() }
  }

  private mutating func keep(_ line: ScriptText.Line) { append(line.contents, line.end) }

  private mutating func remove(_ line: ScriptText.Line) { changes.append("- \(new.shown(line))") }

  /// Puts a line of the replay in, with the end of the line that it replaces.
  private mutating func insert(_ line: ScriptText.Line, endingAs replaced: ScriptText.Line? = nil) {
    changes.append("+ \(line.text)")
    let end = replaced?.end ?? []
    append(line.contents, end.isEmpty ? usualEnd : end)
  }

  private mutating func append(_ contents: [UInt8], _ end: [UInt8]) {
    if isUnended { bytes += usualEnd }
    bytes += contents + end
    isUnended = end.isEmpty
  }
}
