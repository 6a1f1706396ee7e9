import FoundationEssentials

extension Journal {
  /// The journal as a script.
  public var text: String {
    var text = head.text + "\n"
    var telling = JournalTelling(head.format)
    for entry in entries { telling.tell(entry) { text += $0.line } }
    for entry in waiting { telling.tell(entry) { text += $0.line } }
    if let pending { telling.tell(pending.entry) { text += $0.line } }
    return text
  }

  /// The entries with the questions that answers and refusals followed from.
  var told: [JournalEntry] {
    var told: [JournalEntry] = []
    told.reserveCapacity(entries.count * 2)
    var telling = JournalTelling()
    for entry in entries { telling.tell(entry) { told.append($0) } }
    for entry in waiting { telling.tell(entry) { told.append($0) } }
    if let pending { telling.tell(pending.entry) { told.append($0) } }
    return told
  }
}

/// Tells a journal's entries in order, each with the question it followed from.
struct JournalTelling {
  private let format: ScriptFormat
  /// The question that stands in the line above, refusals apart.
  private var asked: (id: StepID, outline: PromptOutline?)?

  /// - Parameter format: the script's; the current one tells all that entries have.
  init(_ format: ScriptFormat = .current) { self.format = format }

  mutating func tell(_ entry: JournalEntry, _ tell: (JournalEntry) -> Void) {
    switch entry.verb {
    case .answer, .refuse:
      if let outline = entry.outline, !isAsked(entry) {
        tell(JournalEntry(.show, entry.id, in: entry.frame, outline: outline))
      }
      tell(entry)
      // A form's page is refused under the form's name, and its field is asked on.
      if entry.verb == .answer {
        asked = nil
      } else if entry.outline != nil {
        asked = (entry.id, entry.outline)
      }
    case .show:
      if !isAsked(entry) { tell(entry) }
      asked = (entry.id, entry.outline)
    default:
      asked = nil
      tell(format.told(entry))
    }
  }

  /// Whether the question stands there already, asked in the same way.
  private func isAsked(_ entry: JournalEntry) -> Bool {
    guard let asked, asked.id == entry.id else { return false }
    return asked.outline == entry.outline
  }
}

extension Journal.Head {
  /// The head's lines.
  var text: String {
    var lines = format == .first ? [] : ["format \(format.rawValue)"]
    lines.append("flow \(flow.scriptName) \(version)")
    if let variant { lines.append("variant \(variant.scriptName)") }
    let locale = StepID(environment.locale.identifier).scriptName
    lines.append("locale \(locale) \(environment.timeZone.identifier)")
    lines.append("now \(environment.now.exactTimestamp)")
    if let world { lines.append("world \(JSONValue.string(world).text)") }
    // The last, so that a head that was cut off can be told.
    lines.append("session \(session.text)")
    return lines.joined(separator: "\n") + "\n"
  }
}

extension JournalEntry {
  /// The entry's line with its end.
  var line: String { text + "\n" }

  /// The entry's line, without its end.
  var text: String {
    let name = id.scriptName
    switch verb {
    case .finish, .cancelled, .failed: return "\(verb.rawValue) \(payload.text ?? "null")"
    case .show:
      let choices = outline?.choices.map { " " + JSONValue.array($0.map { .string($0) }).text }
      return "show \(name) \((outline?.kind ?? "text").scriptWord)\(choices ?? "")"
    case .refuse:
      guard case .array(let parts)? = payload.json, parts.count == 2 else {
        return "refuse \(name)"
      }
      return "refuse \(name) \(parts[0].text) \((parts[1].string ?? "").scriptWord)"
    case .language: return "language \(payload.json?.string ?? "")"
    case .cancel:
      return "cancel \(name) \(leaveReason.rawValue)\(leftPlace.map { " \($0)" } ?? "")"
    default: return "\(verb.rawValue) \(name)\(payload.text.map { " " + $0 } ?? "")"
    }
  }
}

extension StepID {
  /// The name as a script has it.
  var scriptName: String { rawValue.scriptWord }
}

extension String {
  /// The text as one word of a script: bare, or quoted if it would not be one word.
  var scriptWord: String {
    let isBare =
      !isEmpty && utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } && utf8.first != UInt8(ascii: "\"")
    return isBare ? self : JSONValue.string(self).text
  }
}
