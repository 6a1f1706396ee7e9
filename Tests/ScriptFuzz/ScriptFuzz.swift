import FoundationEssentials

@testable import Flowline

/// What the fuzzer calls with each input: the reader must take or refuse it, and what it takes must
/// mean the same when it is written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  if let script = try? Script(parsing: bytes) { check(script) }
  if let text = String(validating: bytes, as: UTF8.self),
    let value = try? JSONValue(parsing: text)
  {
    check(value)
  }
  return 0
}

/// Stands in for what a script's head does not say.
private let environment = FlowEnvironment(
  locale: Locale(identifier: "en_GB"), timeZone: .gmt, now: Date(timeIntervalSince1970: 0))

private func check(_ script: Script) {
  let journal = script.journal(or: environment)
  for entry in journal.entries { entry.payload.json.map(check) }
  let text = journal.text
  let again: Journal
  do {
    again = try Script(parsing: text).journal(or: environment)
  } catch {
    fatalError("what was written is not read: \(error)\n\(text)")
  }
  demand(again.text == text, "another text:\n\(text)\n---\n\(again.text)")
  demand(again.answers.map(\.value) == journal.answers.map(\.value), "other answers:\n\(text)")
  demand(again.isEnded == journal.isEnded, "another end:\n\(text)")
}

private func check(_ value: JSONValue) {
  do {
    let again = try JSONValue(parsing: value.text)
    demand(again == value, "another value: \(value.text) and \(again.text)")
    demand(again.text == value.text, "another text: \(value.text) and \(again.text)")
  } catch {
    fatalError("what was written is not read: \(error)\n\(value.text)")
  }
}

/// A precondition says nothing in a release build; this is read by who fuzzes.
private func demand(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}
