import BooksTestSupport
import Days
import FreeAgentAPI
import Money
import ServiceBasics
import Testing

@testable import EmbeddedBooks

/// Projects, their tasks, and the time that people spend on them.
struct TimeTests {
  private func makeTask(_ name: String, in test: TestBooks) async throws -> FreeAgent.ProjectTask {
    try await test.send(
      FreeAgent.Create(
        FreeAgent.ProjectTask {
          $0.project = link(1)
          $0.name = name
          $0.billingRate = 80
        }))
  }

  private func slip(
    _ task: FreeAgent.ProjectTask, _ hours: ExactDecimal, user: Int = 1
  ) -> FreeAgent.Timeslip {
    FreeAgent.Timeslip {
      $0.user = link(user)
      $0.project = link(1)
      $0.task = task.url
      $0.datedOn = .init("2026-09-18")
      $0.hours = hours
    }
  }

  @Test func `a project is made, changed, and stays while something needs it`() async throws {
    let test = try TestBooks()
    let new = FreeAgent.Project {
      $0.contact = link(4)
      $0.name = "Coffee bags"
      $0.status = .active
      $0.currency = "GBP"
      $0.budgetUnits = "Hours"
    }
    for name in ["contact", "name", "status", "currency", "budget_units"] {
      var project = new
      project.members[name] = nil
      #expect(
        try await test.refusal(of: FreeAgent.Create(project)).messages(about: name).count == 1)
    }
    let made = try await test.send(FreeAgent.Create(new))
    #expect(made.contactName == "Harbour Coffee Roasters" && made.isDeletable == true)
    #expect(made.budget?.value == 0 && made.hoursPerDay == 8 && made.billingPeriod == "hour")
    let id = FreeAgent.Identifier<FreeAgent.Project>(try made.number)
    let changed = try await test.send(
      FreeAgent.Update(id, FreeAgent.Project { $0.status = .completed }))
    #expect(changed?.status == .completed && changed?.name == "Coffee bags")
    #expect(
      try await test.refusal(
        of: FreeAgent.Update(id, FreeAgent.Project { $0.budgetUnits = "Coffees" })
      ).status == 422)
    try await test.send(FreeAgent.Delete(id))
    #expect(try await test.refusal(of: FreeAgent.Get(id)).status == 404)
    let used = FreeAgent.Delete<FreeAgent.Project>(.init(1))
    #expect(try await test.refusal(of: used).sentences == ["Project is in use"])
    #expect(try await test.get(1, FreeAgent.Project.self).isDeletable == false)
  }

  @Test func `a task has its project in the query, or within itself`() async throws {
    let test = try TestBooks()
    let body = #"{"task":{"name":"Drawing"}}"#
    let reply = await test.reply(
      .post, "/v2/tasks",
      query: [.init("project", "https://api.freeagent.com/v2/projects/2")], body: body)
    #expect(reply.status == 201)
    #expect(reply.location?.contains("/v2/tasks/") == true)
    #expect(await test.reply(.post, "/v2/tasks", body: body).status == 422)
    let made = try await makeTask("Advice", in: test)
    #expect(made.currency == "GBP" && made.status == .active && made.isBillable == true)
    let all: [FreeAgent.ProjectTask] = try await test.all()
    #expect(all.map(\.name) == ["Advice", "Design", "Drawing", "Meetings"])
    let own: [FreeAgent.ProjectTask] = try await test.all(.init { $0.project = link(2) })
    #expect(own.map(\.name) == ["Drawing"])
    let id = FreeAgent.Identifier<FreeAgent.ProjectTask>(try made.number)
    let hidden = try await test.send(
      FreeAgent.Update(id, FreeAgent.ProjectTask { $0.status = .hidden }))
    #expect(hidden?.status == .hidden && hidden?.billingRate == 80)
    let wrong = FreeAgent.Update(id, FreeAgent.ProjectTask { $0.status = .cancelled })
    #expect(try await test.refusal(of: wrong).status == 422)
    let timeslip = try await test.send(FreeAgent.Create(slip(made, 1)))
    #expect(try await test.refusal(of: FreeAgent.Delete(id)).sentences == ["Task is in use"])
    try await test.send(
      FreeAgent.Delete<FreeAgent.Timeslip>(.init(try timeslip.number)))
    try await test.send(FreeAgent.Delete(id))
  }

  @Test func `timeslips are made one by one or together, and found by what they name`()
    async throws
  {
    let test = try TestBooks()
    let task = try await makeTask("Drawing", in: test)
    let made = try await test.send(
      FreeAgent.Create(slip(task, ExactDecimal("1.5") ?? 0)))
    #expect(made.hours == ExactDecimal("1.5") && made.timer == nil)
    let url = try #require(task.url?.url)
    func line(_ day: String, _ hours: Int) -> String {
      #"{"user":"4","project":"1","task":"\#(url)","dated_on":"\#(day)","hours":"\#(hours)"}"#
    }
    let path = "/v2/timeslips"
    let two = "{\"timeslips\":[\(line("2026-09-17", 2)),\(line("2026-09-19", 3))]}"
    #expect(await test.reply(.post, path, body: two).status == 201)
    // One of two is wrong, so that neither is made.
    let bad = "{\"timeslips\":[\(line("2026-09-17", 2)),\(line("2026-09-19", 25))]}"
    #expect(await test.reply(.post, path, body: bad).status == 422)
    let all: [FreeAgent.Timeslip] = try await test.all(.init { $0.task = task.url })
    #expect(all.map(\.hours) == [3, ExactDecimal("1.5"), 2])
    let days: [FreeAgent.Timeslip] = try await test.all(
      .init {
        $0.fromDate = .init("2026-09-18")
        $0.toDate = .init("2026-09-18")
        $0.task = task.url
      })
    #expect(days.map(\.url) == [made.url])
    let nested = await test.reply(.get, path, query: [.init("nested", "true"), .init("user", "4")])
    #expect(String(decoding: nested.body, as: UTF8.self).contains(#""first_name":"Dev""#))
    // An employee sees and writes no time but their own.
    let employee = test.asked(by: SampleCompany.employee)
    let own: [FreeAgent.Timeslip] = try await employee.all()
    // Two of these, and two of the sample’s.
    #expect(own.count == 4)
    #expect(try await employee.refusal(of: FreeAgent.Create(slip(task, 1))).status == 403)
    let id = FreeAgent.Identifier<FreeAgent.Timeslip>(try made.number)
    #expect(try await employee.refusal(of: FreeAgent.Get(id)).status == 403)
    let changed = try await test.send(
      FreeAgent.Update(id, FreeAgent.Timeslip { $0.comment = "Sketches" }))
    #expect(changed?.comment == "Sketches" && changed?.hours == ExactDecimal("1.5"))
    let elsewhere = FreeAgent.Update(id, FreeAgent.Timeslip { $0.project = link(2) })
    #expect(try await test.refusal(of: elsewhere).messages(about: "task").count == 1)
  }

  @Test func `a timer adds its time to the hours when it is stopped`() async throws {
    let test = try TestBooks()
    let task = try await makeTask("Drawing", in: test)
    let made = try await test.send(FreeAgent.Create(slip(task, 2)))
    let id = FreeAgent.Identifier<FreeAgent.Timeslip>(try made.number)
    #expect(try await test.refusal(of: FreeAgent.StopTimer(id)).status == 422)
    let started = try await test.send(FreeAgent.StartTimer(id))
    #expect(started.timer?.running == true)
    // Two hours were recorded before ten o’clock.
    #expect(started.timer?.startFrom == Timestamp("2026-09-20T08:00:00Z"))
    let running: [FreeAgent.Timeslip] = try await test.all(.init { $0.view = .running })
    #expect(running.map(\.url) == [made.url])
    let later = try #require(Timestamp("2026-09-20T10:45:00Z"))
    let number = Int64(try made.number)
    let stopped = try test.books.write {
      try $0.at(later).stopTimer(of: number, by: Caller(id: 1, level: .full))
    }
    #expect(stopped.hours == ExactDecimal("2.75") && stopped.timer == nil)
  }
}
