/// A part of a page before it is put into a language: an optional heading over rows.
public struct Section: Sendable {
  let heading: Text?
  let rows: [Row]
  /// Whether it is rows of a page that were written without a section around them.
  fileprivate var isLoose = false

  /// Makes a section of an optional heading over rows.
  ///
  /// - Parameters:
  ///   - heading: if it is a literal, the text `<step>.section.<literal>` of the flow's catalogue;
  ///     the words themselves if there is none.
  ///   - gaps: what fills the gaps of that text.
  ///   - rows: the rows, from top to bottom.
  public init(_ heading: Text? = nil, with gaps: TextGaps = [:], rows: [Row]) {
    self.heading = heading?.named(TextRole.section, gaps)
    self.rows = rows
  }

  /// Makes a section of rows that are written one below the other.
  public init(_ heading: Text, with gaps: TextGaps = [:], @PageBuilder _ rows: () -> [Section]) {
    self.init(heading, with: gaps, rows: rows().flatMap(\.rows))
  }

  func resolved(in environment: FlowEnvironment) -> PageSection {
    PageSection(
      heading: heading?.resolved(in: environment),
      rows: rows.map {
        PageRow(
          label: $0.label.resolved(in: environment), value: $0.value?.resolved(in: environment),
          percentage: $0.percentage, mark: $0.mark, id: $0.id, address: $0.address,
          file: $0.file, step: $0.step)
      })
  }
}

/// A row of a page before it is put into a language: a label with a value, or a remark.
public struct Row: Sendable {
  let label: Text
  let value: Text?
  let percentage: Int?
  let mark: PageRow.Mark?
  let id: String?
  let address: String?
  let file: KeptFile?
  private(set) var step: StepID?

  /// Makes a row of a label, and of a value in words if there is one.
  ///
  /// - Parameters:
  ///   - label: if it is a literal, the text `<step>.row.<literal>` of the flow's catalogue; the
  ///     words themselves if there is none.
  ///   - value: what is shown beside the label; nil for the label alone.
  ///   - percentage: how far something has come, from 0 to 100; nil if the row shows no progress.
  ///   - mark: what the row is a sign of: a failure, a shortage; nil for a row that only informs.
  ///   - id: the row's stable name on its page; see ``Prompt/accessibilityID(of:)-(PageRow)``. If it is a
  ///     step's id, the row shows what that was answered with, see ``answers(_:)``.
  ///   - gaps: what fills the gaps of the label.
  public init(
    _ label: Text, _ value: Text? = nil, percentage: Int? = nil, mark: PageRow.Mark? = nil,
    id: String? = nil, with gaps: TextGaps = [:]
  ) {
    self.label = label.named(TextRole.row, gaps)
    self.value = value
    self.percentage = percentage
    self.mark = mark
    self.id = id
    address = nil
    file = nil
    step = value == nil ? nil : Self.step(id, label)
  }

  /// Makes a row of a file that a person can have a look at: its name and its size.
  ///
  /// A flow has a file as an answer, or from ``SessionFiles/keep(_:)``.
  ///
  /// - Parameters:
  ///   - label: as above; nil for the file's name, with its size as the value.
  ///   - file: the file, whose contents front ends hand out.
  ///   - id: the row's stable name on its page.
  ///   - gaps: what fills the gaps of the label.
  public init(
    _ label: Text? = nil, file: KeptFile, id: String? = nil, with gaps: TextGaps = [:]
  ) {
    let size = TextArgument.bytes(file.size)
    self.label = label?.named(TextRole.row, gaps) ?? Text(verbatim: file.name)
    value =
      label == nil ? Text(.value(size)) : Texts.engine("row.file", .string(file.name), size)
    percentage = nil
    mark = nil
    self.id = id
    address = nil
    self.file = file
    step = Self.step(id, label)
  }

  /// Makes a row of a file that may have been left out: without it the row says so, and the answer can be
  /// changed from there all the same.
  ///
  /// - Parameters:
  ///   - label: as above.
  ///   - file: the file; nil if none was given.
  ///   - id: the row's stable name on its page.
  ///   - gaps: what fills the gaps of the label.
  @_disfavoredOverload
  public init(_ label: Text, file: KeptFile?, id: String? = nil, with gaps: TextGaps = [:]) {
    if let file {
      self.init(label, file: file, id: id, with: gaps)
    } else {
      self.init(label, Texts.engine("row.no-file"), id: id, with: gaps)
    }
  }

  /// Makes a row that is an address outside the program: front ends with links make it one if it begins with
  /// `https:`, or is on this computer.
  ///
  /// - Parameters:
  ///   - label: as above, and the text of the link; nil for the address itself.
  ///   - address: where it leads. Beside a label it is the row's value, for front ends without links.
  ///   - id: the row's stable name on its page.
  ///   - gaps: what fills the gaps of the label.
  public init(
    _ label: Text? = nil, address: String, id: String? = nil, with gaps: TextGaps = [:]
  ) {
    self.label = label?.named(TextRole.row, gaps) ?? Text(verbatim: address)
    value = label == nil ? nil : Text(verbatim: address)
    percentage = nil
    mark = nil
    self.id = id
    self.address = address
    file = nil
    step = nil
  }

  /// Makes a row of a label and a value: an amount, a day, a number, a name.
  @_disfavoredOverload
  public init(
    _ label: Text, _ value: some TextValue, percentage: Int? = nil, mark: PageRow.Mark? = nil,
    id: String? = nil, with gaps: TextGaps = [:]
  ) {
    self.init(label, Text(value), percentage: percentage, mark: mark, id: id, with: gaps)
  }

  /// The same row as one that shows what another step was answered with, so that people can change that
  /// answer from here.
  ///
  /// Without it a row with a value shows the answer of the step that it is called after: by its id, or by
  /// the literal of its label.
  ///
  ///     Row("to", goal.name).answers("goal")
  ///     Row("amount", total).answers(nil)
  ///
  /// - Parameter step: the step's id, in the flow that shows the row or in a form or another child of it;
  ///   nil if the row shows no answer.
  public func answers(_ step: StepID?) -> Row {
    var row = self
    row.step = step
    return row
  }

  /// The step that a row with a value is called after.
  private static func step(_ id: String?, _ label: Text?) -> StepID? {
    (id ?? label?.literal).map { StepID($0) }
  }
}

/// Puts a page together of rows and sections that are written one below the other.
///
/// Rows before, between and after sections have no heading. A remark is a row of one text. Sections
/// without rows are left out. The plain form of a page is an array of ``Section``.
@resultBuilder
public enum PageBuilder {
  /// A row.
  public static func buildExpression(_ row: Row) -> [Section] { loose([row]) }

  /// Several rows.
  public static func buildExpression(_ rows: [Row]) -> [Section] { loose(rows) }

  /// A remark.
  public static func buildExpression(_ remark: Text) -> [Section] { loose([Row(remark)]) }

  /// A remark, if there is one.
  public static func buildExpression(_ remark: Text?) -> [Section] {
    remark.map { loose([Row($0)]) } ?? []
  }

  private static func loose(_ rows: [Row]) -> [Section] {
    var section = Section(rows: rows)
    section.isLoose = true
    return [section]
  }

  /// A section.
  public static func buildExpression(_ section: Section) -> [Section] { [section] }

  /// A page made before.
  public static func buildExpression(_ sections: [Section]) -> [Section] { sections }

  /// One after the other.
  public static func buildBlock(_ parts: [Section]...) -> [Section] { parts.flatMap { $0 } }

  /// A part that may be missing.
  public static func buildOptional(_ part: [Section]?) -> [Section] { part ?? [] }

  /// One of two parts.
  public static func buildEither(first part: [Section]) -> [Section] { part }

  /// One of two parts.
  public static func buildEither(second part: [Section]) -> [Section] { part }

  /// The parts of a loop.
  public static func buildArray(_ parts: [[Section]]) -> [Section] { parts.flatMap { $0 } }

  /// Rows that follow one another outside of sections are one section.
  public static func buildFinalResult(_ parts: [Section]) -> [Section] {
    parts.reduce(into: []) { page, part in
      guard !part.rows.isEmpty else { return }
      if part.isLoose, let last = page.last, last.isLoose {
        page.removeLast()
        page += loose(last.rows + part.rows)
      } else {
        page.append(part)
      }
    }
  }
}
