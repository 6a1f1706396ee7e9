import Flowline
import Testing

/// Rules 16 and 18: a record that has contents already.
struct RecordFaults {
  private func begun() -> MemoryRecord {
    let record = MemoryRecord()
    var options = SessionOptions.test
    options.record = record
    let controller = FlowController()
    controller.start(SumFlow(), options)
    controller.settle("1")
    controller.settle("2")
    controller.terminate()
    return record.reopened()
  }

  @Test func `rule 16: a record with contents is given without its journal`() throws {
    let record = begun()
    let before = record.text
    #expect(before.contains("answer left 2"))
    var options = SessionOptions.test
    options.record = record
    let controller = FlowController()
    if case .refused = controller.start(SumFlow(), options) {
      #expect(record.text == before)
      return
    }
    controller.settle("3")
    #expect(record.text.hasPrefix(before))
    #expect(record.text.split(separator: "\n").count { $0.hasPrefix("flow ") } == 1)
    #expect((try? Script(parsing: record.text)) != nil, "\(record.text)")
  }

  @Test func `rule 16: a record is given to another flow without its journal`() throws {
    let record = begun()
    let before = record.text
    var options = SessionOptions.test
    options.record = record
    let controller = FlowController()
    controller.start(ClosureFlow("other") { try await $0.run(ask()) }, options)
    controller.settle("3")
    #expect(record.text == before)
  }

  @Test func `rule 16: a damaged record is given without its journal`() throws {
    let record = MemoryRecord()
    record.text = "flow sum 1\n\nnonsense\nanswer first 1\n"
    let before = record.text
    var options = SessionOptions.test
    options.record = record
    let controller = FlowController()
    controller.start(SumFlow(), options)
    controller.settle("3")
    #expect(record.text == before)
  }

  @Test func `rule 16: the journal of another flow is not gone on with`() throws {
    let record = begun()
    let before = record.text
    var options = SessionOptions.test
    options.record = record
    options.journal = try Script(parsing: before).journal(or: .test)
    let controller = FlowController()
    controller.start(ClosureFlow("other") { try await $0.run(ask()) }, options)
    controller.settle("3")
    #expect(record.text == before)
  }
}
