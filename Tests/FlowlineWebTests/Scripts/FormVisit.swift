import FlowlineTesting

@testable import Flowline

/// Why a line of a script does not come over a page as it stands.
enum Untold: String, Sendable, CaseIterable {
  /// A page of a form is refused as a whole, and not one field.
  case refusedInForm = "a form is refused as one page, not field by field"
  /// What a person changes in a form before it is sent, nobody knows of.
  case changedInForm = "a field is changed on the page before it is sent"
  /// What was typed into a form that is left is not sent.
  case leftInForm = "a form that is left sends nothing"
}

/// The lines of a script from where a form is shown to where it is sent or left.
struct FormVisit {
  /// What is in the fields at the end.
  private(set) var answers: [StepID: JSONValue] = [:]
  /// The lines of answers that are refused: of one field, or of the whole page.
  private(set) var refusals: [Int] = []
  /// The lines that do not come over a page, by their indices.
  private(set) var untold: [Int: Untold] = [:]
  /// The line after the last.
  private(set) var end: Int
  /// Whether every field is answered, so that the page can be sent.
  let isComplete: Bool

  /// Reads the lines of a script from an index on.
  ///
  /// - Parameters:
  ///   - lines: the script's.
  ///   - start: the first line that is about a field.
  ///   - ids: the fields of the page.
  init(_ lines: [Script.Line], from start: Int, fields ids: Set<StepID>) {
    var kept: [Int] = []
    var wentBack = false
    end = start
    walk: for index in start..<lines.count {
      let entry = lines[index].entry
      let isField = ids.contains(entry.id)
      let open = ids.subtracting(answers.keys)
      let isOpen = !open.isEmpty
      let returns = isOpen && Self.returns(to: open, in: lines[index...])
      switch entry.verb {
      case .show where isField && isOpen:
        if wentBack { untold[index] = .changedInForm } else { kept.append(index) }
        wentBack = false
      case .answer where isField && answers[entry.id] == nil:
        answers[entry.id] = entry.payload.json ?? .null
        kept.append(index)
      case .refuse where isField || entry.refusedPage != nil:
        refusals.append(index)
        untold[index] = .refusedInForm
      case .back where isOpen && answers[entry.id] != nil,
        .jump where isOpen && answers[entry.id] != nil:
        let from = kept.firstIndex { number in
          lines[number].entry.verb == .answer && lines[number].entry.id == entry.id
        }
        for undone in kept[(from ?? kept.endIndex)...] {
          untold[undone] = .changedInForm
          if lines[undone].entry.verb == .answer { answers[lines[undone].entry.id] = nil }
        }
        kept.removeSubrange((from ?? kept.endIndex)...)
        untold[index] = .changedInForm
        wentBack = true
      // A field that appears in the middle of the page once those before it are answered.
      case .show where returns, .answer where returns: break
      default: break walk
      }
      end = index + 1
    }
    isComplete = ids.isSubset(of: answers.keys)
    if !isComplete { for index in kept { untold[index] = .leftInForm } }
  }
}

extension FormVisit {
  /// Whether lines that show and answer come to one of these fields.
  private static func returns(
    to ids: Set<StepID>, in lines: ArraySlice<Script.Line>
  ) -> Bool {
    lines.prefix { [.show, .answer].contains($0.entry.verb) }
      .contains { ids.contains($0.entry.id) }
  }
}

extension JournalEntry {
  /// The fields of a form's page that was refused; nil if it is anything else.
  var refusedPage: [String: JSONValue]? {
    guard verb == .refuse, case .array(let parts)? = payload.json,
      case .object(let page)? = parts.first, parts.first?.isRedactionMark != true
    else { return nil }
    return page
  }
}
