import Flowline

/// The rows of a page, a line each.
struct PageLines {
  private let page: [PageSection]
  private let words: MCPWords

  /// How many lines are told at the most.
  private static let most = 60

  init(_ page: [PageSection], _ words: MCPWords) { (self.page, self.words) = (page, words) }

  /// The lines as one text; empty if nothing is shown.
  var text: String { all.joined(separator: "\n") }

  /// The lines.
  var all: [String] {
    var lines: [String] = []
    for section in page {
      if let heading = section.heading?.text, !heading.isEmpty {
        lines.append("\(DataText.line(heading)):")
      }
      lines += section.rows.map(told)
    }
    guard lines.count > Self.most else { return lines }
    let more = lines.count - Self.most
    return lines.prefix(Self.most) + [words("form.more-rows", .integer(more))]
  }

  private func told(_ row: PageRow) -> String {
    let percentage = row.percentage.map { "\($0)%" }
    let value = [row.value.map { DataText.line($0.text) }, percentage].compactMap { $0 }
      .filter { !$0.isEmpty }.joined(separator: ", ")
    let label = DataText.line(row.label.text)
    return [label, value].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}
