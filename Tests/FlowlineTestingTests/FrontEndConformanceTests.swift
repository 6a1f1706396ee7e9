import Flowline
import FlowlineTesting
import Synchronization
import Testing

struct FrontEndConformanceTests {
  private static let walk = Walk(
    "tea",
    inputs: [
      .answer("name", ""), .answer("name", "Ada"), .back, .answer("name", "Grace"),
      .answer("tea", "roo"),
    ]
  ) { _ in teas }

  @Test func `rule 23: front ends that say the same make the same journal`() async {
    await FrontEndConformance.expectSameJournal(of: Self.walk, through: [.direct, .eager])
  }

  @Test(arguments: Walk.standard)
  func `rule 23: a standard walk fits its flow, through any front end`(walk: Walk) async {
    await FrontEndConformance.expectSameJournal(of: walk, through: [.direct])
  }

  @Test func `the standard walks do what people do, and end in every way`() async throws {
    var journals: [String] = []
    for walk in Walk.standard { journals.append(try await FrontEnd.direct.script(of: walk)) }
    let verbs = journals.map { journal in
      Set(journal.split(separator: "\n").map { String($0.prefix { $0 != " " }) })
    }
    let all = verbs.reduce(into: Set<String>()) { $0.formUnion($1) }
    #expect(
      all.isSuperset(of: [
        "refuse", "back", "enter", "leave", "abandon", "cancel", "load", "commit", "done", "finish",
        "cancelled",
      ]))
    #expect(verbs.contains { $0.isDisjoint(with: ["finish", "cancelled"]) }, "one is left open")
    #expect(verbs.contains { $0.isSuperset(of: ["abandon", "finish"]) }, "one leaves a child only")
  }

  /// Notes what is opened, dismissed and closed.
  private final class PlaceLog: Presenter {
    private let log = Mutex<[String]>([])

    var all: [String] { log.withLock { $0 } }

    func open(_ place: FlowPlace) { log.withLock { $0.append("open \(place.style.rawValue)") } }
    func present(_ prompt: Prompt) {}
    func dismiss(_ presentations: Range<Int>) {
      log.withLock { if $0.last != "dismiss" { $0.append("dismiss") } }
    }
    func close(_ place: FlowPlace) { log.withLock { $0.append("close \(place.style.rawValue)") } }
  }

  @Test func `rule 10: standard walks leave a modal and a pushed child by back, cancel and an end`()
    async throws
  {
    var logs: [[String]] = []
    for walk in Walk.standard where walk.flow == "parcel" {
      let log = PlaceLog()
      let controller = FlowController(presenter: log)
      try walk.catalog()[walk.flow]?.start(in: controller, walk.options)
      for input in walk.inputs {
        switch input {
        case .answer(_, let answer): controller.answer(answer)
        case .back: controller.back()
        case .cancel: controller.cancel()
        case .page, .gone: break
        }
        try await controller.settled()
      }
      logs.append(log.all)
    }
    let modal = ["open modal", "dismiss", "close modal"]
    let pushed = ["open pushed", "dismiss", "close pushed"]
    // What the root flow has on show is dismissed when the session ends.
    #expect(
      logs.first
        == [modal, ["open modal"], pushed, pushed, Array(modal[1...]), ["dismiss"]].flatMap(\.self))
    #expect(logs.contains(modal + ["dismiss"]))
  }

  @Test func `shows the line where a front end says something else`() async throws {
    let trimming = FrontEnd("trimming") { walk in
      try await FrontEnd.direct.script(of: walk).replacing("\"Grace\"", with: "\"grace\"")
    }
    try await expectIssue(
      saying: "through “trimming” the journal of tea differs", "expected answer name \"Grace\"",
      "got      answer name \"grace\""
    ) {
      await FrontEndConformance.expectSameJournal(of: Self.walk, through: [trimming])
    }
  }

  @Test func `shows a front end that stops early`() async throws {
    let lazy = FrontEnd("lazy") { walk in
      String(try await FrontEnd.direct.script(of: walk).dropLast(40))
    }
    try await expectIssue(saying: "through “lazy”") {
      await FrontEndConformance.expectSameJournal(of: Self.walk, through: [lazy])
    }
  }

  @Test func `says so where a walk does not fit its flow`() async throws {
    let walk = Walk("tea", inputs: [.answer("tea", "green")]) { _ in teas }
    try await expectIssue(saying: "through “direct”", "answers tea, but the flow asks tea/name") {
      await FrontEndConformance.expectSameJournal(of: walk, through: [.direct])
    }
    try await expectIssue(saying: "the catalogue has no flow coffee") {
      await FrontEndConformance.expectSameJournal(
        of: Walk("coffee", inputs: []) { _ in teas }, through: [.direct])
    }
  }
}
