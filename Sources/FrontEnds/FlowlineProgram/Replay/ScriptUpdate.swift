/// A script's text brought to what a replay said, with its comments kept, in the replay's format.
///
/// A script that was written by hand and leaves out whole kinds of lines goes on leaving them out.
struct ScriptUpdate {
  /// The new text.
  private(set) var text = ""
  /// What was taken out, with `-` in front, and what was put in, with `+`.
  private(set) var changes: [String] = []

  /// The lines that a replay compares in every script.
  private static let inputs: Set<Substring> = [
    "answer", "refuse", "back", "jump", "language", "cancel",
  ]
  private static let heads: Set<Substring> = [
    "format", "flow", "variant", "locale", "now", "world", "session",
  ]

  /// - Parameters:
  ///   - old: the script as it is.
  ///   - new: the replay's journal as a script.
  init(of old: String, to new: String) {
    let (oldHead, oldBody) = Self.parts(of: old)
    let (newHead, newBody) = Self.parts(of: new)
    write(head: oldHead, newHead)
    let kinds = Set(oldBody.map(\.verb)).union(Self.inputs)
    write(body: oldBody, newBody.filter { kinds.contains($0.verb) }.map(\.line))
    write(Self.tail(of: old))
  }

  /// The world of a script is its author's to choose; only the format and the flow's version follow,
  /// and the session if the format wants one.
  private mutating func write(head: [Block], _ new: [Block]) {
    let format = new.first { $0.verb == "format" }?.line
    for (index, block) in head.enumerated() {
      write(block.comments)
      if index == 0, block.verb != "format", let format { add(format) }
      if block.verb == "flow", let flow = new.first(where: { $0.verb == "flow" }),
        flow.line != block.line
      {
        changes += ["- \(block.line)", "+ \(flow.line)"]
        write([flow.line])
      } else {
        write([block.line])
      }
    }
    if format != nil, !head.contains(where: { $0.verb == "session" }),
      let session = new.first(where: { $0.verb == "session" })
    {
      add(session.line)
    }
  }

  private mutating func write(body: [Block], _ lines: [String]) {
    let kept = Self.common(body.map(\.line), lines)
    var next = 0
    for (index, block) in body.enumerated() {
      if let place = kept[index] {
        while next < place { insert(lines[next], &next) }
        write(block.comments + [block.line])
        next = place + 1
      } else {
        write(block.comments)
        changes.append("- \(block.line)")
      }
    }
    while next < lines.count { insert(lines[next], &next) }
  }

  private mutating func insert(_ line: String, _ next: inout Int) {
    add(line)
    next += 1
  }

  private mutating func add(_ line: String) {
    changes.append("+ \(line)")
    write([line])
  }

  private mutating func write(_ lines: [String]) {
    for line in lines { text += line + "\n" }
  }
}

extension ScriptUpdate {
  /// A line that says something, with the comments and empty lines above it.
  private struct Block {
    let comments: [String]
    let line: String
    var verb: Substring { line.prefix { $0 != " " } }
  }

  private static func blocks(of text: String) -> [Block] {
    var blocks: [Block] = []
    var comments: [String] = []
    for line in lines(of: text) {
      if isComment(line) {
        comments.append(line)
      } else {
        blocks.append(Block(comments: comments, line: line))
        comments = []
      }
    }
    return blocks
  }

  /// The head's lines and those of what happened.
  private static func parts(of text: String) -> (head: [Block], body: [Block]) {
    let blocks = blocks(of: text)
    let end = blocks.firstIndex { !heads.contains($0.verb) } ?? blocks.count
    return (Array(blocks[..<end]), Array(blocks[end...]))
  }

  private static func tail(of text: String) -> [String] {
    lines(of: text).reversed().prefix(while: isComment).reversed()
  }

  /// The lines that have an end; one that was cut off is dropped, as it is by a replay.
  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map { $0.hasSuffix("\r") ? String($0.dropLast()) : String($0) }
  }

  private static func isComment(_ line: String) -> Bool {
    let text = line.drop { $0 == " " || $0 == "\t" }
    return text.isEmpty || text.first == "#"
  }

  /// For each old line that stays, its place among the new ones; as many stay as can.
  private static func common(_ old: [String], _ new: [String]) -> [Int: Int] {
    var (removed, inserted) = (Set<Int>(), Set<Int>())
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    let (kept, places) = (
      old.indices.filter { !removed.contains($0) }, new.indices.filter { !inserted.contains($0) }
    )
    return Dictionary(uniqueKeysWithValues: zip(kept, places))
  }
}
