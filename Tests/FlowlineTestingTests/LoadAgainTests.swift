import Flowline
import FlowlineTesting
import Synchronization
import Testing

/// What the author of a flow gets without a word for it: a load that goes wrong is tried again by the
/// person who answers.
struct LoadAgainTests {
  private struct Offline: LocalizableError {
    var text: Text { "The weather service cannot be reached." }
  }

  /// Fails as often as it is told to.
  private final class Weather: Sendable {
    private let state: Mutex<(failures: Int, reads: [String])>

    init(failures: Int) { state = Mutex((failures, [])) }

    var reads: [String] { state.withLock { $0.reads } }

    func report(of city: String) throws -> String {
      try state.withLock { state in
        state.reads.append(city)
        guard state.failures == 0 else {
          state.failures -= 1
          throw Offline()
        }
        return "Rain in \(city)"
      }
    }
  }

  private struct WeatherFlow: Flow {
    let id: FlowID = "weather"
    let weather: Weather

    func run(_ context: FlowContext) async throws -> String {
      let city = try await context.run(TextScreen("city", "Where?"))
      let report = try await context.load("report") { try weather.report(of: city) }
      try await context.show("read", "The report") { Row("Report", report) }
      return report
    }
  }

  @Test func `the person is told what went wrong and tries again, as often as it takes`() throws {
    let weather = Weather(failures: 2)
    let tester = FlowTester(WeatherFlow(weather: weather))
    tester.answer("city", "York")
    for _ in 0..<2 {
      let hold = try #require(tester.expectHeld(by: "report"))
      #expect(hold.text == "The weather service cannot be reached.")
      #expect(!hold.isCommit && tester.outcome == nil)
      #expect(tester.prompt?.kind.choices.map(\.key) == ["again", "cancel"])
      tester.resolve(.again)
    }
    tester.answer("read", "")
    #expect(try tester.finished() == "Rain in York")
    #expect(weather.reads == ["York", "York", "York"])
  }

  @Test func `the person leaves the flow instead`() throws {
    let tester = FlowTester(WeatherFlow(weather: Weather(failures: 1)))
    tester.answer("city", "York")
    tester.expectHeld(by: "report")
    tester.resolve(.cancel)
    #expect(try tester.cancelled() == .user)
  }

  @Test func `the person goes back and answers something else`() throws {
    let weather = Weather(failures: 1)
    let tester = FlowTester(WeatherFlow(weather: weather))
    tester.answer("city", "York")
    tester.expectHeld(by: "report")
    tester.back(to: "city")
    tester.answer("city", "Ely")
    tester.answer("read", "")
    #expect(try tester.finished() == "Rain in Ely")
    #expect(weather.reads == ["York", "Ely"])
  }

  @Test func `what is held when the session is unloaded is read when it is resumed`() throws {
    let weather = Weather(failures: 1)
    let tester = FlowTester(WeatherFlow(weather: weather))
    tester.answer("city", "York")
    tester.expectHeld(by: "report")
    let journal = tester.journal
    #expect(tester.controller.unload() == .accepted)
    #expect(tester.outcome == nil)
    let resumed = FlowTester(
      WeatherFlow(weather: weather), SessionOptions(journal: journal))
    resumed.expect("read")
    #expect(resumed.prompt?.page.first?.rows.first?.value?.text == "Rain in York")
  }

  @Test func `the journal tells the reply that came, and replays without the service`() throws {
    let weather = Weather(failures: 1)
    let tester = FlowTester(WeatherFlow(weather: weather))
    tester.answer("city", "York")
    tester.resolve(.again)
    tester.answer("read", "")
    var catalog = FlowCatalog()
    catalog.add(WeatherFlow(weather: Weather(failures: 9)), summary: "")
    let report = try ScriptReplay(Script(parsing: tester.script), of: catalog).run(.recorded)
    #expect(report.mismatch == nil && report.journal.text == tester.script)
  }
}
