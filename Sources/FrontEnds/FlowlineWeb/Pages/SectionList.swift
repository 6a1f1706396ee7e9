import Flowline

/// The sections of a page: names with values, remarks, and how far something has come.
struct SectionList {
  let sections: [PageSection]
  let words: WebWords
  /// Where a file of a row is to be had.
  let link: (FileDigest) -> WebLink
  /// Where the answer is changed that a row shows; nil if it cannot be, or the row shows none.
  var change: (PageRow) -> WebLink? = { _ in nil }
  /// The form that the ways to change answers take along; nil if nothing in it would be lost.
  var form: PageForm?
  /// What rows are called for tools; see ``Prompt/accessibilityID(of:)-(PageRow)``.
  var name: (PageRow) -> String? = { _ in nil }

  /// What the ids of the headings begin with, if no other list of the page begins its own so; nil to name the
  /// sections without ids, by copies of their headings.
  var element: String?

  var html: HTML {
    HTML {
      for (index, section) in sections.enumerated() {
        let heading = section.heading?.text ?? ""
        let id = element.map { "\($0)-\(index + 1)" }
        let way = self.way(toChangeAllOf: section)
        (heading.isEmpty ? Tag.div : Tag.section)(.class("section"), label(heading, id)) {
          if let way {
            Tag.div(.class("section-head")) {
              Tag.h2(id.map { Attribute.id($0) }) { heading }
              " "
              Tag.span(.class("action")) { way }
            }
          } else if !heading.isEmpty {
            Tag.h2(id.map { Attribute.id($0) }) { heading }
          }
          if section.isFailed {
            Tag.div(.role("alert")) { rows(of: section, heading, hasWay: way == nil) }
          } else {
            rows(of: section, heading, hasWay: way == nil)
          }
        }
      }
    }
  }

  /// What a section is called for those who do not see it; nil without a heading.
  private func label(_ heading: String, _ id: String?) -> Attribute? {
    guard !heading.isEmpty else { return nil }
    return id.map { Attribute("aria-labelledby", $0) } ?? .ariaLabel(heading)
  }

  @HTMLBuilder private func rows(
    of section: PageSection, _ heading: String, hasWay: Bool
  ) -> HTML {
    for run in runs(of: section.rows) {
      if run[0].isRemark {
        for text in texts(of: run) { self.text(text, of: heading, hasWay: hasWay) }
      } else {
        let isChangeable = run.contains { change($0) != nil }
        let areAmounts = !isChangeable && AmountValue.areAll(run)
        let more = isChangeable ? " changeable" : areAmounts ? " amounts" : ""
        Tag.dl(.class("rows" + more)) {
          for row in run { line(row, isAmount: areAmounts) }
        }
      }
    }
  }

  /// Rows that follow one another and are of one kind: those with values are one list.
  private func runs(of rows: [PageRow]) -> [[PageRow]] {
    var runs: [[PageRow]] = []
    for row in rows {
      if let last = runs.last, last[0].isRemark == row.isRemark {
        runs[runs.count - 1].append(row)
      } else {
        runs.append([row])
      }
    }
    return runs
  }

  /// Remarks one by one, but for the lines of a text that somebody typed, of which the first shows the answer.
  private func texts(of remarks: [PageRow]) -> [[PageRow]] {
    var texts: [[PageRow]] = []
    for row in remarks {
      if row.isLine, row.step == nil, let first = texts.last?.first, first.isLine,
        change(first) != nil
      {
        texts[texts.count - 1].append(row)
      } else {
        texts.append([row])
      }
    }
    return texts
  }

  /// A remark, or the lines of a text with the way to change it below.
  ///
  /// In one of its lines it would be read as a word of the text.
  @HTMLBuilder private func text(
    _ rows: [PageRow], of heading: String, hasWay: Bool
  ) -> HTML {
    for row in rows { remark(row, hasWay: hasWay && !row.isLine) }
    if hasWay, rows[0].isLine {
      way(toChange: rows[0], named: heading.isEmpty ? rows[0].label.text : heading).map { way in
        Tag.p(.class("action")) { way }
      }
    }
  }

  /// The way to change all of a section, for beside its heading; nil if it is not one text that was typed.
  private func way(toChangeAllOf section: PageSection) -> HTML? {
    guard let heading = section.heading?.text, !heading.isEmpty, let first = section.rows.first,
      first.isLine, section.rows.dropFirst().allSatisfy({ $0.isLine && $0.step == nil })
    else { return nil }
    return way(toChange: first, named: heading)
  }

  private func remark(_ row: PageRow, hasWay: Bool) -> HTML {
    Tag.p(.class(classes("remark", row)), name(row).map { .data("row", $0) }) {
      mark(row)
      if let link = row.address.flatMap({ WebLink($0) }) {
        // It does not learn where it is led to from, and what is open stays.
        Tag.a(
          .class("outside"), .href(link), Attribute("target", "_blank"),
          Attribute("rel", "noopener noreferrer")
        ) { Parts.isolated(row.label.text) }
      } else {
        row.label.text
        if let value = row.value?.text {
          " "
          Self.isolated(value)
        }
        download(row)
      }
      if hasWay {
        way(toChange: row, named: row.label.text).map { way in
          Tag.span(.class("action")) {
            " "
            way
          }
        }
      }
    }
  }

  private func download(_ row: PageRow) -> HTML? {
    row.file.map { Parts.download($0, from: link($0.digest), words) }
  }

  private func line(_ row: PageRow, isAmount: Bool) -> HTML {
    Tag.div(.class(classes("row", row)), name(row).map { .data("row", $0) }) {
      Tag.dt {
        mark(row)
        Self.unbroken(row.label.text)
      }
      Tag.dd {
        if let value = row.value?.text {
          Tag.span(.class("value")) { isAmount ? Self.amount(value) : Self.isolated(value) }
        }
        download(row)
        if let percentage = row.percentage { bar(percentage, of: row.label.text) }
      }
      way(toChange: row, named: row.label.text).map { way in Tag.dd(.class("action")) { way } }
    }
  }

  /// An amount, with what is remarked on it on a line of its own: the figures stay in their column.
  private static func amount(_ value: String) -> HTML {
    guard let amount = AmountValue(value) else { return isolated(value) }
    return HTML {
      Parts.isolated(String(amount.amount))
      if let remark = amount.remark {
        " "
        Tag.span(.class("detail")) { Parts.isolated(String(remark)) }
      }
    }
  }

  private static func isolated(_ text: String) -> HTML { Tag.bdi { unbroken(text) } }

  /// A text of parts, such as a day and a name, of which each stays on one line if there is room for it.
  private static func unbroken(_ text: String) -> HTML {
    let parts = text.split(separator: " · ")
    guard parts.count > 1 else { return HTML(text) }
    return HTML {
      for (index, part) in parts.enumerated() {
        if index > 0 { " " }
        Tag.span(.class("whole")) { index + 1 < parts.count ? "\(part)\u{A0}·" : "\(part)" }
      }
    }
  }

  /// The way to change what a row shows; nil if that cannot be changed.
  private func way(toChange row: PageRow, named name: String) -> HTML? {
    change(row).map { link in
      Parts.way(to: link, with: form) {
        words("button.change")
        Parts.unseen(" " + name)
      }
    }
  }

  private func bar(_ percentage: Int, of label: String) -> HTML {
    Tag.span(.class("share")) {
      Tag.progress(
        .max(100), .value(String(min(max(percentage, 0), 100))), .ariaLabel(label))
      Tag.span(.class("figure")) { words("share.percent", .integer(percentage)) }
    }
  }

  /// A mark is a sign and a word, not a colour alone.
  private func mark(_ row: PageRow) -> HTML? {
    row.mark.map { mark in
      HTML {
        Tag.span(.class("sign"), .ariaHidden) { mark == .failure ? "!" : "△" }
        Parts.unseen(words("mark.\(mark.rawValue)") + " ")
      }
    }
  }

  private func classes(_ name: String, _ row: PageRow) -> String {
    row.mark.map { "\(name) marked \($0.rawValue)" } ?? name
  }
}

extension PageSection {
  /// Whether it is a part of the page that could not be had: all that it says is what went wrong.
  fileprivate var isFailed: Bool {
    heading != nil && !rows.isEmpty && rows.allSatisfy { $0.mark == .failure }
  }
}

extension PageRow {
  /// Whether it is a sentence by itself, or a link with its words.
  fileprivate var isRemark: Bool { address != nil || value == nil && percentage == nil }

  /// Whether it is a line that was typed or came from outside, and no text of the flow.
  fileprivate var isLine: Bool {
    isRemark && label.key == nil && mark == nil && file == nil && address == nil
  }
}
