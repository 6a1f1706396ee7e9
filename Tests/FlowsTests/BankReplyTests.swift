import Bank
import BankServices
import DataSets
import FlowTestSupport
import Flowline
import FoundationEssentials
import ServiceBasics
import ServiceSteps
import Testing

@testable import BankFlows

/// How a journal keeps what came of asking a bank.
struct BankReplyTests {
  private typealias Names = BankSnapshot<[String]>

  private let error = BankError.unavailable(cause: "off")

  private func read<Value: Decodable>(_ text: String, as type: Value.Type) throws -> Value {
    try CanonicalJSON.value(text)
  }

  @Test func `an answer is written as it is`() throws {
    let answer = BankReply.answered(Names(["a"]))
    #expect(try CanonicalJSON.text(answer) == #"{"value":["a"]}"#)
    guard
      case .answered(let names) = try read(CanonicalJSON.text(answer), as: BankReply<Names>.self)
    else {
      Issue.record("it is read as an error")
      return
    }
    #expect(names == Names(["a"]))
  }

  @Test func `an error is told from a copy that could not be read anew`() throws {
    let copy = Names(["a"], asOf: Timestamp(World.now), failure: error)
    guard case .answered(let names) = try read(CanonicalJSON.text(copy), as: BankReply<Names>.self),
      case .failed(let read) = try read(
        CanonicalJSON.text(BankReply<Names>.failed(error)), as: BankReply<Names>.self)
    else {
      Issue.record("one is taken for the other")
      return
    }
    #expect(names == copy)
    #expect(read == error)
    #expect(
      try CanonicalJSON.text(BankReply<Names>.failed(error)).hasPrefix(#"{"trouble":{"#),
      "as kept sessions have it")
  }

  @Test func `what changes a page is kept as what is known, or as an error`() throws {
    typealias Event = PageEvent<Int, Names>
    #expect(
      try CanonicalJSON.text([Event.changed(.answered(Names(["a"])))]) == #"[{"value":["a"]}]"#)
    #expect(try CanonicalJSON.text([Event.chosen(1)]) == "[null]")
    guard
      case .changed(.failed(error)) = try read(
        CanonicalJSON.text(Event.changed(.failed(error))), as: Event.self),
      case .changed(.answered(Names(["a"]))) = try read(#"{"value":["a"]}"#, as: Event.self)
    else {
      Issue.record("one is taken for the other")
      return
    }
  }

  @Test func `rule 14: an order that was not carried out was not sent, unless nobody knows`()
    async throws
  {
    let file = BankError.storage(path: "/bank.sqlite", cause: "no room")
    let notSent = await #expect(throws: CommitNotSent.self) {
      _ = try await BankReply<Int>.ofOrder { throw file }
    }
    #expect(notSent?.cause as? BankError == file)
    let busy = await #expect(throws: CommitNotSent.self) {
      _ = try await BankReply<Int>.ofOrder { throw BankError.inUse(path: "/bank.sqlite") }
    }
    #expect((busy?.cause as? BankError)?.code == .inUse)
    let unknown = BankError.outcomeUnknown(cause: "reset")
    let thrown = await #expect(throws: BankError.self) {
      _ = try await BankReply<Int>.ofOrder { throw unknown }
    }
    #expect(thrown == unknown)
    await #expect(throws: CancellationError.self) {
      _ = try await BankReply<Int>.ofOrder { throw CancellationError() }
    }
    guard case .failed(error) = try await BankReply<Int>.ofOrder({ throw error }) else {
      Issue.record("it has a page")
      return
    }
  }

  @Test func `an outcome that is not known is no reply`() async throws {
    await #expect(throws: BankError.self) {
      _ = try await BankReply<Int>.of { throw BankError.outcomeUnknown(cause: "reset") }
    }
    await #expect(throws: CancellationError.self) {
      _ = try await BankReply<Int>.of { throw CancellationError() }
    }
  }
}
