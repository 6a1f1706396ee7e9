import Days
import Foundation
import Testing

@testable import Flowline

/// A sentence ends with one full stop, whatever fills its last gap.
struct FullStopTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL

  /// Every catalogue of the project, by its path.
  private static func catalogs() throws -> [(path: String, catalog: TextCatalog)] {
    try ["Sources", "Flows", "Samples"].flatMap { folder in
      let folder = root.appending(path: folder)
      return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".xcstrings") }
        .map { path in
          let bytes = try Data(contentsOf: folder.appending(path: path))
          return (path: path, catalog: TextCatalog(Array(bytes)))
        }
    }
  }

  private static func templates(of entry: TextCatalog.Entry) -> [TextTemplate] {
    switch entry {
    case .single(let template): [template]
    case .plural(let forms): Array(forms.values)
    }
  }

  @Test func `no text of a catalogue has two stops behind a day in Russian`() throws {
    let day = try #require(Day("2008-11-28"))
    let written = TextArgument.calendarDay(day).string(in: .russian)
    #expect(written.hasSuffix("."), "else this test says nothing: \(written)")
    let catalogs = try Self.catalogs()
    #expect(catalogs.count > 10)
    for (path, catalog) in catalogs {
      for key in catalog.keys {
        guard let entry = catalog.entries(of: key)?["ru"] else { continue }
        for template in Self.templates(of: entry) {
          let names = template.gaps.filter { $0.hasPrefix("{") }.map {
            String($0.dropFirst().dropLast())
          }
          let arguments =
            [TextArgument](repeating: .calendarDay(day), count: 9)
            + names.map { .named($0, .calendarDay(day)) }
          let text = template.filled(with: arguments, in: .russian)
          #expect(!text.contains("г.."), "\(path), \(key): \(text)")
        }
      }
    }
  }

  @Test(arguments: [
    ("It is %@.", "It is 9 p.m."), ("%@. Then", "9 p.m. Then"), ("“%@”.", "“9 p.m.”."),
    ("(It is %@.)", "(It is 9 p.m.)"), ("%@.txt", "9 p.m..txt"), ("%@...", "9 p.m...."),
    ("{time}. Then %1$@.", "9 p.m. Then 9 p.m."), ("%@!", "9 p.m.!"),
  ])
  func `a stop is left out where its sentence has ended`(format: String, text: String) {
    let arguments = [TextArgument.named("time", .string("9 p.m."))]
    #expect(TextTemplate(format).filled(with: arguments, in: .test) == text)
  }

  @Test func `a value without a stop leaves the text’s own`() {
    #expect(TextTemplate("It is %@.").filled(with: [.string("late")], in: .test) == "It is late.")
  }
}
