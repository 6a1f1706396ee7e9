import Flowline
import FoundationEssentials
import FoundationInternationalization

/// Draws the sections of a page: labels and values in columns, bars for what has come some way.
struct PageRenderer {
  let look: Look
  let words: Words
  let columns: Int
  /// How many rows of a section are shown at the most; nil for all.
  var limit: Int?

  /// As many as are seen at a glance: the fewest that are shown, whatever room there is.
  static let glance = 8

  func lines(for page: [PageSection]) -> [String] {
    page.flatMap { section in
      let rows = shown(of: section)
      let more = section.rows.count - rows.count
      return heading(of: section) + (look.isPlain ? sentences(of: rows) : table(of: rows))
        + (more > 0 ? [look.paint(Self.indent + words("page.more", .integer(more)), .dim)] : [])
    }
  }

  /// The first rows of a section; all of them if counting the others would take no less room.
  private func shown(of section: PageSection) -> [PageRow] {
    guard let limit, section.rows.count > limit + 1 else { return section.rows }
    return Array(section.rows.prefix(limit))
  }

  /// Whether a section has more rows than are shown in any case.
  static func canBeCut(_ page: [PageSection]) -> Bool {
    page.contains { $0.rows.count > glance + 1 }
  }

  /// The limit for a page that is to take so many lines; nil if it needs none.
  func rowLimit(for page: [PageSection], rows: Int) -> Int? {
    guard Self.canBeCut(page), lines(for: page).count > rows else { return nil }
    let most = page.map(\.rows.count).max() ?? 0
    var renderer = self
    for limit in (Self.glance..<max(min(most - 1, rows), Self.glance + 1)).reversed() {
      renderer.limit = limit
      if renderer.lines(for: page).count <= rows { return limit }
    }
    return Self.glance
  }

  private func text(_ text: LocalizedText) -> String { look.spelled(text.line.isolated) }

  private func heading(of section: PageSection) -> [String] {
    guard let heading = section.heading?.line, !heading.isEmpty else { return [] }
    return look.isPlain
      ? look.lines(heading.hasSuffix(":") ? heading : heading + ":", columns: columns)
      : look.lines(heading, .heading, columns: columns)
  }
}

extension PageRenderer {
  private func sentences(of rows: [PageRow]) -> [String] {
    rows.flatMap { row in
      let percentage = row.percentage.map { words("plain.percent", .integer($0)) }
      let said = [row.value?.line.isolated, percentage].compactMap { $0 }.filter { !$0.isEmpty }
      let label = row.label.line.isolated
      let text = [label, said.joined(separator: ", ")].filter { !$0.isEmpty }
      let mark = row.mark.map { words("mark.\($0.rawValue)") + " " } ?? ""
      let sentence = text.joined(separator: ": ")
      // A full stop would be taken for a part of an address.
      return look.lines(
        mark + (row.address == nil ? sentence.asSentence : sentence), columns: columns)
    }
  }
}

extension PageRenderer {
  private static let indent = "  "

  /// Two columns of the widths that the rows need, or one under the other where they do not fit.
  private func table(of rows: [PageRow]) -> [String] {
    let labels = rows.filter { $0.value != nil || $0.percentage != nil }
    let width = min(labels.map { DisplayWidth.of(text($0.label)) }.max() ?? 0, columns / 2)
    let valueWidth = labels.map { DisplayWidth.of($0.value.map(text) ?? "") }.max() ?? 0
    return rows.flatMap { row in
      marked(lines(of: row, labelWidth: width, valueWidth: valueWidth), row.mark)
    }
  }

  private func lines(of row: PageRow, labelWidth width: Int, valueWidth: Int) -> [String] {
    let side = values(of: row, paddedTo: valueWidth)
    guard !side.isEmpty else { return indented(text(row.label), by: 1) }
    // Bars have a column of their own if there is room, else they follow the values.
    for side in [side, values(of: row, paddedTo: 0)] {
      let line = Self.indent + text(row.label).padded(to: width) + Self.indent + side
      if DisplayWidth.of(text(row.label)) <= width, DisplayWidth.of(line) <= columns {
        return [line]
      }
    }
    return indented(text(row.label), by: 1) + stacked(row)
  }

  /// The lines with the mark in the indent of the first.
  private func marked(_ lines: [String], _ mark: PageRow.Mark?) -> [String] {
    guard let mark = mark.map(look.mark), let first = lines.first else { return lines }
    let sign = look.paint(mark.text, mark.role)
    // A window of a few columns has no room for an indent.
    guard first.hasPrefix(Self.indent) else { return [sign] + lines }
    return [sign + first.dropFirst()] + lines.dropFirst()
  }

  private func values(of row: PageRow, paddedTo width: Int) -> String {
    let value = row.value.map(text) ?? ""
    guard let percentage = row.percentage else { return value }
    let bar = ProgressBar(percentage, cells: 10, in: words.environment.locale).text
    return value.isEmpty && width == 0 ? bar : value.padded(to: width) + Self.indent + bar
  }

  private func stacked(_ row: PageRow) -> [String] {
    let value = row.value.map(text) ?? ""
    let bar = row.percentage.map {
      ProgressBar($0, cells: columns >= 24 ? 10 : 0, in: words.environment.locale).text
    }
    return [value, bar ?? ""].filter { !$0.isEmpty }.flatMap { indented($0, by: 2) }
  }

  private func indented(_ text: String, by levels: Int) -> [String] {
    let indent = String(repeating: Self.indent, count: levels)
    return look.lines(indent + text, columns: columns)
  }
}

/// How far something has come, as a bar and a figure.
struct ProgressBar {
  let text: String

  /// - Parameters:
  ///   - percentage: taken as 0 below 0 and as 100 above 100 by the bar; the figure says it all.
  ///   - cells: the bar's length; without any there is the figure alone.
  ///   - locale: writes the figure.
  init(_ percentage: Int, cells: Int, in locale: Locale) {
    let figure = percentage.formatted(.percent.locale(locale))
    guard cells > 0 else {
      text = figure
      return
    }
    let filled = min(max(percentage, 0), 100) * cells / 100
    let bar =
      String(repeating: "#", count: filled) + String(repeating: "-", count: cells - filled)
    text = "[\(bar)] \(figure)"
  }
}

extension String {
  /// The text with a full stop, unless it ends like a sentence already.
  package var asSentence: String {
    guard let last, !".!?…:;".contains(last) else { return self }
    return self + "."
  }
}
