import Flowline

/// The rows of a page above its question.
struct SectionsView {
  let sections: [PageSection]
  let words: WebWords

  @HTMLBuilder var content: HTML {
    for section in sections {
      if let heading = section.heading { Tag.h2 { heading.text } }
      let plain = section.rows.filter { $0.value == nil && $0.percentage == nil }
      if plain.count == section.rows.count {
        for row in plain {
          Tag.p(row.mark.map { .class($0.rawValue) }) {
            mark(row)
            row.label.text
          }
        }
      } else {
        Tag.dl(.class("summary")) {
          for row in section.rows { item(row) }
        }
      }
    }
  }

  private func item(_ row: PageRow) -> HTML {
    Tag.div(row.mark.map { .class($0.rawValue) }) {
      Tag.dt {
        mark(row)
        row.label.text
      }
      Tag.dd {
        if let value = row.value { Tag.bdi { value.text } }
        if let percentage = row.percentage {
          Tag.progress(
            .value("\(percentage)"), .max(100), .ariaLabel(row.label.text)
          ) { "\(percentage) %" }
        }
      }
    }
  }

  /// A sign, with its meaning for those who do not see it.
  @HTMLBuilder private func mark(_ row: PageRow) -> HTML {
    switch row.mark {
    case .failure?:
      Tag.span(.class("mark"), .ariaHidden) { "! " }
      Tag.span(.class("unseen")) { words("mark.failure") + " " }
    case .shortage?:
      Tag.span(.class("mark"), .ariaHidden) { "△ " }
      Tag.span(.class("unseen")) { words("mark.shortage") + " " }
    case nil: HTML()
    }
  }
}
