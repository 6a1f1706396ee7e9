import Flowline
import TestSupport
import Testing

@testable import FlowlineTerminal

/// What is shown of work that is waited for, and how waiting for it is given up.
struct WaitingTests {
  /// A clock that goes on by as much as is waited.
  final class Time {
    var now = 0
    private(set) var pauses: [Int?] = []

    /// A source on which something happens after so many pauses.
    func source(
      _ lines: [LineEvent] = [], draws: Bool = false, pauses limit: Int,
      then: @escaping () -> WaitEvent
    ) -> ScriptedSource {
      ScriptedSource(lines, draws: draws) { [self] milliseconds in
        pauses.append(milliseconds)
        guard pauses.count <= limit else { return then() }
        now += milliseconds ?? 0
        return .timedOut
      }
    }
  }

  private func walk(
    _ stage: Stage, pauses: Int, draws: Bool = true, mode: WalkMode = WalkMode(),
    time: Time = Time()
  ) throws -> (report: WalkReport, drawn: [[String]]) {
    let gate = Gate<Void>()
    let source = time.source(draws: draws, pauses: pauses) {
      gate.open()
      return .woken
    }
    let report = try stage.walk(
      SlowFlow(gate: gate), from: source, mode: mode, clock: { time.now })
    return (report, source.drawn)
  }

  @Test func `after 150 milliseconds a line is drawn over and over, and taken away`() throws {
    let stage = try Stage()
    let time = Time()
    let (report, drawn) = try walk(stage, pauses: 3, time: time)
    #expect(report.outcome?.result == 7)
    #expect(time.pauses.prefix(3) == [150, 100, 100])
    #expect(drawn.prefix(3) == [["⠙ Rate…"], ["⠹ Rate…"], ["⠸ Rate…"]])
    #expect(drawn.last == [])
    #expect(stage.messages == [])
  }

  @Test func `what is quick is not shown`() throws {
    let stage = try Stage()
    #expect(try walk(stage, pauses: 0).drawn.allSatisfy { $0.isEmpty })
  }

  @Test func `ASCII has a spinner of its own`() throws {
    let stage = try Stage(look: .ascii)
    let drawn = try walk(stage, pauses: 3).drawn
    #expect(drawn.prefix(3) == [["/ Rate..."], ["- Rate..."], ["\\ Rate..."]])
  }

  @Test(arguments: [(Look.plain, true, true), (Look.bare, false, false)])
  func `plain and without a terminal whole lines are told, sparsely`(
    look: Look, draws: Bool, isAttended: Bool
  ) throws {
    let stage = try Stage(look: look)
    let time = Time()
    let drawn = try walk(
      stage, pauses: 84, draws: draws, mode: WalkMode(isAttended: isAttended), time: time
    ).drawn
    #expect(time.pauses.prefix(3) == [500, 250, 250])
    // After one second, eleven and twenty-one.
    #expect(time.now == 21_250)
    #expect(stage.messages == Array(repeating: "Working: Rate.", count: 3))
    #expect(drawn.allSatisfy { $0.isEmpty })
  }

  @Test func `nothing is shown where prompts are not`() throws {
    let stage = try Stage()
    let time = Time()
    _ = try walk(
      stage, pauses: 1, draws: false, mode: WalkMode(isAttended: false, showsPrompts: false),
      time: time)
    #expect(time.pauses.first == 500)
    #expect(stage.messages == [])
  }

  @Test func `a load without an end is told where prompts are not, now and then`() throws {
    let stage = try Stage(look: .bare)
    let time = Time()
    let report = try walk(
      stage, pauses: 84, draws: false, mode: WalkMode(isAttended: false, showsPrompts: false),
      time: time
    ).report
    #expect(time.now == 21_250)
    #expect(stage.messages == Array(repeating: "Working: Rate.", count: 2))
    #expect(report.outcome?.result == 7)
  }

  /// Asks, then loads something that takes its time.
  private struct LoadingFlow: Flow {
    let id: FlowID = "loading"
    let gate: Gate<Void>

    func run(_ context: FlowContext) async throws -> Int {
      let count = try await context.run(NumberScreen("count", "How many?"))
      return try await context.load("prices", title: "Reading the prices") { [gate] in
        EffectProgress.report(12, of: 40)
        await gate.wait()
        return count
      }
    }
  }

  @Test func `Ctrl-C gives up a load and leads back to the last question`() throws {
    let stage = try Stage()
    let gate = Gate<Void>()
    defer { gate.open() }
    let source = ScriptedSource(["3", ":quit"]) { _ in .interrupted }
    let report = try stage.walk(LoadingFlow(gate: gate), from: source)
    #expect(stage.messages.contains("Stopped waiting."))
    #expect(source.requests.map(\.initialText) == ["", "3"])
    guard case .quit = report.end else {
      Issue.record("\(report.end)")
      return
    }
  }

  @Test func `where there is no question to go back to, Ctrl-C leaves the flow`() throws {
    let stage = try Stage()
    let gate = Gate<Void>()
    defer { gate.open() }
    let source = ScriptedSource([]) { _ in .interrupted }
    let report = try stage.walk(SlowFlow(gate: gate), from: source)
    guard case .interrupted = report.end else {
      Issue.record("\(report.end)")
      return
    }
  }

  /// Writes something that takes its time.
  private struct CommittingFlow: Flow {
    let id: FlowID = "committing"
    let gate: Gate<Void>

    func run(_ context: FlowContext) async throws -> Int {
      try await context.commit("rate", title: "Moving the money") { [gate] _ in
        await gate.wait()
        return 7
      }
    }
  }

  @Test func `a commit is not given up: that is said, and the flow stays`() throws {
    let stage = try Stage()
    stage.columns = 200
    let gate = Gate<Void>()
    var waits = 0
    let source = ScriptedSource([]) { _ in
      waits += 1
      if waits < 3 { return .interrupted }
      gate.open()
      return .woken
    }
    let report = try stage.walk(CommittingFlow(gate: gate), from: source)
    #expect(stage.messages.first?.hasPrefix("This is being carried out and cannot") == true)
    // Without a record of the session nobody could finish the writing later.
    #expect(stage.messages.dropFirst().first?.hasPrefix("Error: ") == true)
    #expect(report.outcome?.result == 7)
  }

  /// Asks for a name that is looked up.
  private struct CheckingFlow: Flow {
    let id: FlowID = "checking"
    let gate: Gate<Void>

    func run(_ context: FlowContext) async throws -> String {
      try await context.run(TextScreen("name", "Which name?").label("Name")) {
        [gate] name in
        await gate.wait()
        return name == "taken" ? Refusal("name-taken", "Somebody has that name.") : nil
      }
    }
  }

  @Test func `a check says that it checks, and its refusal stands under the line`() throws {
    let stage = try Stage()
    let gate = Gate<Void>()
    let time = Time()
    let source = time.source(["taken", "free"], draws: true, pauses: 2) {
      gate.open()
      return .woken
    }
    let report = try stage.walk(CheckingFlow(gate: gate), from: source, clock: { time.now })
    #expect(report.outcome?.result == "free")
    #expect(source.drawn.first?.suffix(2) == ["> taken", "⠙ Checking “Name”…"])
    #expect(source.screens[1].contains("Error: Somebody has that name."))
    #expect(source.requests.map(\.initialText) == ["", "taken"])
    #expect(stage.messages.last == "✓ Name: free")
  }

  @Test func `a check can be stopped, with the text kept`() throws {
    let stage = try Stage()
    let gate = Gate<Void>()
    defer { gate.open() }
    let source = ScriptedSource(["taken", ":quit"]) { _ in .interrupted }
    _ = try stage.walk(CheckingFlow(gate: gate), from: source)
    #expect(stage.messages.contains("The check was stopped. Your answer is still here."))
    #expect(stage.messages.count { $0 == "Which name?" } == 1)
    #expect(source.requests.map(\.initialText) == ["", "taken"])
  }
}

struct WorkLineTests {
  private func line(
    _ done: Int?, _ total: Int?, elapsed: Int = 0, columns: Int = 80, language: String = "en",
    look: Look = .bare
  ) throws -> String {
    let stage = try Stage(language, look: look)
    stage.columns = columns
    let work = Work(id: "x", name: "Moving the money", done: done, total: total)
    return WorkLine(renderer: stage.renderer).drawn(work, elapsed: elapsed)
  }

  @Test func `a bar with count, and time left once that means something`() throws {
    #expect(try line(nil, nil) == "⠋ Moving the money…")
    #expect(try line(12, nil) == "⠋ Moving the money…  12 done")
    #expect(try line(12, 40) == "⠋ Moving the money…  [###-------] 30%  12 of 40")
    #expect(
      try line(12, 40, elapsed: 6000)
        == "⠋ Moving the money…  [###-------] 30%  12 of 40, about 14\u{A0}s left")
    #expect(
      try line(12, 40, elapsed: 60_000, language: "ru")
        == "⠋ Moving the money…  [###-------] 30\u{A0}%  12 из 40, осталось около 2\u{A0}мин 20\u{A0}с"
    )
    #expect(try line(1, 40, elapsed: 6000) == "⠋ Moving the money…  [----------] 2%  1 of 40")
    #expect(try line(50, 40) == "⠋ Moving the money…  [##########] 100%  40 of 40")
  }

  @Test(arguments: [1, 2, 8, 20, 30, 40, 60, 80])
  func `what matters less goes first, and no line reaches the edge`(columns: Int) throws {
    for done in [nil, 0, 39] as [Int?] {
      let text = try line(done, 40, elapsed: 9000, columns: columns)
      #expect(DisplayWidth.of(text) < max(columns, 4), "\(text)")
    }
    #expect(try line(12, 40, columns: 40) == "⠋ Moving the money…  [###-------] 30%")
    #expect(try line(12, 40, columns: 30) == "⠋ Moving the money…  30%")
  }

  @Test func `what the work says of itself stands before figures, cut to the width`() throws {
    let stage = try Stage("en")
    let work = Work(id: "x", name: "Moving the money", done: 1, remark: "busy, 3 s to go")
    func drawn(_ columns: Int) -> String {
      stage.columns = columns
      return WorkLine(renderer: stage.renderer).drawn(work, elapsed: 0)
    }
    #expect(drawn(80) == "⠋ Moving the money…  busy, 3 s to go")
    #expect(drawn(30) == "⠋ Moving the money…  busy, 3…")
  }

  @Test func `whole sentences where nothing is drawn over`() throws {
    func told(_ work: Work, _ elapsed: Int, _ language: String = "en") throws -> [String] {
      let stage = try Stage(language, look: .plain)
      stage.columns = 100
      return WorkLine(renderer: stage.renderer).told(work, elapsed: elapsed)
    }
    let work = Work(id: "x", name: "Moving the money", done: 12, total: 40)
    #expect(try told(work, 1000) == ["Working: Moving the money, 12 of 40."])
    #expect(try told(work, 6000) == ["Working: Moving the money, 12 of 40, about 14\u{A0}s left."])
    #expect(try told(Work(id: "x", name: "Перевод"), 0, "ru") == ["Выполняется: Перевод."])
    let busy = Work(id: "x", name: "Moving the money", done: 1, remark: "busy, 3 s to go")
    #expect(try told(busy, 1000) == ["Working: Moving the money, busy, 3 s to go."])
  }
}

struct WorkWatchTests {
  private func work(_ id: String = "x", _ done: Int? = nil) -> Work {
    Work(id: id, name: id, done: done, total: done == nil ? nil : 100)
  }

  @Test func `quarters are told as they are reached`() {
    var watch = WorkWatch(.told)
    var told: [Int] = []
    for second in 0..<9 {
      if watch.look(at: work("x", second * 12), now: second * 1000) == .sentence {
        told.append(second)
      }
    }
    // At the start, and past 25, 50 and 75 in a hundred.
    #expect(told == [1, 3, 5, 7])
  }

  @Test func `what keeps the work is told sooner, also where nothing else is`() {
    var work = work()
    var watch = WorkWatch(.remarked)
    #expect(watch.look(at: work, now: 0) == .nothing)
    #expect(watch.look(at: work, now: 5000) == .nothing)
    work.remark = "the file is in use"
    for style in [WorkWatch.Style.remarked, .told] {
      watch = WorkWatch(style)
      #expect(watch.look(at: work, now: 0) == .nothing)
      #expect(watch.pause(0) == 500)
      #expect(watch.look(at: work, now: 499) == .nothing)
      #expect(watch.look(at: work, now: 500) == .sentence)
      #expect(watch.look(at: work, now: 9000) == .nothing)
      #expect(watch.look(at: work, now: 10_500) == .sentence)
    }
  }

  @Test func `work that is not shown is told once it takes long, each piece by itself`() {
    var watch = WorkWatch(.remarked)
    var told: [Int] = []
    for now in stride(from: 0, through: 25_000, by: 1000) {
      if watch.look(at: work(), now: now) == .sentence { told.append(now) }
    }
    #expect(told == [10_000, 20_000])
    #expect(watch.look(at: work("y"), now: 26_000) == .nothing)
    #expect(watch.look(at: work("y"), now: 35_999) == .nothing)
    #expect(watch.look(at: work("y"), now: 36_000) == .sentence)
  }

  @Test func `another piece of work is waited for anew`() {
    var watch = WorkWatch(.drawn)
    #expect(watch.look(at: work("x"), now: 0) == .nothing)
    #expect(watch.look(at: work("x"), now: 150) == .line)
    #expect(watch.look(at: work("y"), now: 200) == .nothing)
    #expect(watch.pause(200) == 150)
    #expect(watch.look(at: work("y"), now: 350) == .line)
    #expect(watch.elapsed(350) == 150)
  }
}
