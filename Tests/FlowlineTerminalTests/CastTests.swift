import Flowline
import Foundation
import TestSupport
import Testing

@testable import FlowlineTerminal

/// Draws each question as one word, and tells of it.
private final class DrawingSource: LineReader {
  private var lines: [String]
  var film: ((String) -> Void)?

  var isGone: Bool { true }
  var drawsQuestions: Bool { true }
  var isFilmed: Bool { true }

  init(_ lines: [String]) { self.lines = lines }

  func readLine(_ request: LineRequest) -> LineEvent {
    let rows = request.above?(80) ?? []
    film?("[\(rows.last ?? "")]")
    return lines.isEmpty ? .endOfInput : .line(lines.removeFirst())
  }

  func readHiddenLine(_ request: LineRequest) -> LineEvent { readLine(request) }

  func wait(milliseconds: Int?) -> WaitEvent { .timedOut }
}

/// Films of walks, as asciicast v3.
struct CastTests {
  private let temporary: TemporaryFolder
  /// Not there yet.
  private var path: String { temporary.file("walk.cast") }

  init() throws { temporary = try TemporaryFolder() }

  private var film: CastReader {
    get throws { try CastReader(String(decoding: try NamedFile.read(path), as: UTF8.self)) }
  }

  /// Walks with a clock that goes on by 1.5 seconds each time it is looked at.
  private func walk(
    _ stage: Stage, _ flow: some Flow, _ events: LineEvent..., recorder: Recorder? = nil,
    mode: WalkMode = WalkMode()
  ) throws {
    var time = 7
    let walk = Walk(
      on: stage.surface, from: ScriptedSource(events), in: stage.environment,
      histories: stage.histories, mode: mode, recorder: recorder, wake: {},
      clock: {
        time += 1500
        return time
      })
    var catalog = FlowCatalog()
    catalog.add(flow, summary: "")
    _ = try walk.run(try #require(catalog[flow.id]))
  }

  @Test func `a film has a size, a title, what was shown and typed, and a marker a step`() throws {
    let stage = try Stage()
    try walk(stage, TeaFlow(), "2", "3", "y", recorder: Recorder(path: path))
    let film = try film
    #expect(film.columns == 60 && film.rows == 24)
    #expect(film.title == "Tea")
    #expect(film.markers == ["tea/kind", "tea/milk/drops", "tea/order"])
    #expect(film.output.contains("Which tea? [Green]\r\n"))
    #expect(film.output.contains("> 2\r\n"))
    #expect(film.output.contains("> y\r\n"))
    #expect(film.events.dropFirst().allSatisfy { $0.milliseconds == 1500 })
  }

  @Test func `a film begins where it is asked for, with the question there`() throws {
    let stage = try Stage()
    try walk(stage, TeaFlow(), "2", .line(":record \(path)"), "3", "y")
    let film = try film
    #expect(film.title == "Tea")
    #expect(film.markers == ["tea/milk/drops", "tea/order"])
    #expect(!film.output.contains("Which tea?"))
    #expect(film.output.contains("How many drops?"))
    #expect(film.output.contains("> 3\r\n"))
  }

  @Test func `nothing is kept of a walk that nobody films`() throws {
    let stage = try Stage()
    let walk = Walk(
      on: stage.surface, from: ScriptedSource(["2", "3", "y"]), in: stage.environment,
      histories: stage.histories, recorder: nil, wake: {})
    var catalog = FlowCatalog()
    catalog.add(TeaFlow(), summary: "")
    _ = try walk.run(try #require(catalog["tea"]))
    #expect(walk.cast.events.isEmpty && !walk.cast.isRolling)
  }

  @Test func `a reader that draws films what it draws, from where it is asked for`() throws {
    let stage = try Stage()
    let source = DrawingSource(["2", ":record \(path)", "3", "y"])
    _ = try stage.walk(TeaFlow(), from: source)
    let film = try film
    #expect(!film.output.contains("[Which tea?]"))
    #expect(film.output.contains("[How many drops?]"))
    #expect(film.output.contains("kind black, milk 3"))
    #expect(source.film == nil)
  }

  @Test func `two files are both whole at the end`() throws {
    let stage = try Stage()
    let other = path + ".flow"
    try walk(stage, TeaFlow(), .line(":record \(other)"), "2", .line(":record \(path)"), "3", "y")
    let script = String(decoding: try NamedFile.read(other), as: UTF8.self)
    #expect(script.contains("answer order true"))
    #expect(try film.markers.last == "tea/order")
  }

  @Test func `the option for a film writes it from the start`() throws {
    let stage = try Stage()
    try walk(stage, TeaFlow(), "1", "3", "y", recorder: Recorder(path: path))
    #expect(try film.markers.count == 3)
    #expect(try film.output.contains("Which tea?"))
  }

  @Test func `any other name is a script, as before`() throws {
    #expect(Recorder(path: "a.CAST").isCast)
    #expect(!Recorder(path: "a.flow").isCast && !Recorder(path: "cast").isCast)
  }

  @Test func `rule 22: a secret is a mask, always of one length`() throws {
    let stage = try Stage()
    try walk(stage, PayFlow(), "1.50", "abc", "abcdefgh", "", recorder: Recorder(path: path))
    let film = try film
    #expect(!film.output.contains("abc"))
    #expect(film.events.count { $0.data == CastLog.mask + "\r\n" } == 2)
  }

  @Test func `rule 22: a secret from a file is not in the film either`() throws {
    let lines = path + ".txt"
    try "1.50\ns3cret\n\\\n".write(toFile: lines, atomically: false, encoding: .utf8)
    let stage = try Stage()
    try walk(stage, PayFlow(), .line(":source \(lines)"), recorder: Recorder(path: path))
    let film = try film
    #expect(!film.output.contains("s3cret"))
    #expect(film.output.contains("> (hidden)\r\n"))
    #expect(film.markers.count == 3)
  }

  @Test func `what was answered without anybody at the keyboard is in it once`() throws {
    let stage = try Stage()
    try walk(
      stage, TeaFlow(), "1", "3", "y", recorder: Recorder(path: path),
      mode: WalkMode(isAttended: false))
    let answers = try film.output.split(separator: "\r\n").filter { $0 == "> 3" }
    #expect(answers.count == 1)
  }

  @Test func `colours are kept, and a resize is told`() throws {
    let stage = try Stage(look: .colored)
    var size = CastLog.Size(columns: 80, rows: 24)
    var time = 0
    let cast = CastLog(clock: { time }, size: { size })
    cast.shown("before it is begun")
    cast.begin()
    cast.shown("\u{1B}[31mone\u{1B}[0m\ntwo")
    time = 61_001
    size.columns = 100
    cast.asked(PromptText("> ", style: "36"), isColored: true)
    cast.typed("ж\"\\")
    cast.wrote("\u{1B}[J")
    time = 60_000
    cast.leftLine()
    let lines = cast.text.split(separator: "\n")
    #expect(
      lines == [
        #"{"term":{"cols":80,"rows":24},"title":"","version":3}"#,
        #"[0.000,"o","\u001b[31mone\u001b[0m\r\ntwo\r\n"]"#,
        #"[61.001,"r","100x24"]"#,
        #"[0.000,"o","\u001b[36m> \u001b[0m"]"#,
        #"[0.000,"o","ж\"\\\r\n"]"#,
        #"[0.000,"o","\u001b[J"]"#,
        #"[0.000,"o","\r\n"]"#,
      ])
    #expect(try CastReader(cast.text).events.count == 6)
    #expect(stage.look.usesColor)
  }

  @Test(arguments: [
    "", "{}\n", "{\"version\":2,\"term\":{\"cols\":1,\"rows\":1}}\n",
    "{\"version\":3,\"term\":{\"cols\":1,\"rows\":1}}\n[-1,\"o\",\"\"]\n",
    "{\"version\":3,\"term\":{\"cols\":1,\"rows\":1}}\n[1,\"q\",\"\"]\n",
    "{\"version\":3,\"term\":{\"cols\":1,\"rows\":1}}\n[1,\"r\",\"80\"]\n",
    "# first\n{\"version\":3,\"term\":{\"cols\":1,\"rows\":1}}\n",
  ])
  func `the reader of the tests refuses what is no film`(text: String) {
    #expect(throws: CastReader.Fault.self) { try CastReader(text) }
  }

  @Test func `the reader of the tests passes over comments`() throws {
    let head = "{\"version\":3,\"term\":{\"cols\":1,\"rows\":1}}"
    #expect(try CastReader("\(head)\n# so\n[1,\"o\",\"a\"]\n").events.count == 1)
  }

  @Test func `a film that cannot be written is told before the first answer`() throws {
    let stage = try Stage()
    let report = try stage.walk(TeaFlow(), recorder: Recorder(path: "/nowhere/x.cast"))
    guard case .recordFailed = report.end else { throw FlowCancelled() }
  }

  @Test func `a file of something else is not replaced, and nothing is asked`() throws {
    try "My thesis.\n".write(toFile: path, atomically: true, encoding: .utf8)
    let stage = try Stage()
    let report = try stage.walk(TeaFlow(), "2", "3", "y", recorder: Recorder(path: path))
    guard case .recordFailed(.otherFile(path)) = report.end else { throw FlowCancelled() }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "My thesis.\n")
    #expect(stage.messages.contains { $0.contains("Name another file") })
    #expect(!stage.messages.contains { $0.contains("Which tea?") })
  }

  @Test func `a film is put in place of an earlier one`() throws {
    try walk(Stage(), TeaFlow(), "2", "3", "y", recorder: Recorder(path: path))
    try walk(Stage(), TeaFlow(), "1", "3", "y", recorder: Recorder(path: path))
    #expect(try film.output.contains("> 1\r\n"))
  }
}
