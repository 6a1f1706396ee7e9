import FoundationEssentials
import Glibc

/// Leaves out of ICU's data what no program of ours looks for: `LocaleDataCutter INPUT OUTPUT`.
///
/// With what is left numbers, amounts and days are written in every locale as they are with all of it.
@main
struct LocaleDataCutter {
  static func main() {
    let files = CommandLine.arguments.dropFirst().map { URL(filePath: $0) }
    guard files.count == 2 else { fail("usage: LocaleDataCutter INPUT OUTPUT") }
    do {
      var data = try PackagedData(Array(Data(contentsOf: files[0])))
      data.leaveOut(isLeftOut)
      try Data(data.bytes).write(to: files[1])
    } catch {
      fail("\(files[0].path): \(error)")
    }
  }

  /// Whether an item is an encoding besides Unicode's, a way to write one script in another, or a dictionary
  /// that finds words in a language that is written without spaces.
  static func isLeftOut(_ name: String) -> Bool {
    name.hasSuffix(".cnv") || name.hasSuffix(".dict") || name.contains("/translit/")
  }

  private static func fail(_ text: String) -> Never {
    let bytes = Array("error: \(text)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
    exit(1)
  }
}
