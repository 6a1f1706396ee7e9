import Bank
import BankFlows
import EmbeddedBank
import FlowTestSupport
import Flowline
import Foundation
import ServiceBasics
import TestSupport
import Testing

@testable import SampleBank

/// The bank in a file: other programs are waited for, and faults of the file can be mended.
struct FileBankTests {
  private let folder: TemporaryFolder
  private let path: String
  private let sleeps = Notes<Duration>()

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("bank.sqlite")
  }

  /// A bank whose sleeps are noted and end with what is done in them, given their number.
  private func bank(
    _ patience: FileBank.Patience = .endless,
    asleep: @escaping @Sendable (Int) throws -> Void = { _ in }
  ) -> FileBank {
    let timing = Timing(sleep: { [sleeps] duration in
      sleeps.add(duration)
      try asleep(sleeps.all.count)
    })
    return FileBank(path: path, patience: patience, timing: timing) {
      World.environment("en_GB")
    }
  }

  private func order(_ number: Int) async throws -> GoalOrder {
    let account = try #require(try await bank().accounts().first)
    return GoalOrder(
      key: "f0000000-0000-4000-8000-00000000000\(number)", account: account.id, name: "Bike",
      target: nil)
  }

  @Test func `an order waits until another program is done with the file`() async throws {
    let order = try await self.order(1)
    let other = try OtherProgram(writingTo: path)
    let bank = self.bank { if $0 == 2 { other.leave() } }
    guard case .created = try await bank.createGoal(order) else {
      Issue.record("it was not made")
      return
    }
    #expect(sleeps.all.count == 2)
    #expect(try await bank.goals(of: order.account).count { $0.name == "Bike" } == 1)
  }

  @Test func `a bank that another program writes to can be read`() async throws {
    _ = try await order(1)
    let other = try OtherProgram(writingTo: path)
    #expect(try await bank().accounts().count == 3)
    other.leave()
    #expect(sleeps.all.isEmpty)
  }

  @Test func `without a person to stop it, a wait ends after its limit`() async throws {
    let order = try await self.order(1)
    let other = try OtherProgram(writingTo: path)
    let error = await #expect(throws: BankError.self) {
      try await bank(.upTo(.milliseconds(500))).createGoal(order)
    }
    other.leave()
    #expect(error?.code == .inUse && error?.path == path)
    #expect(sleeps.all.count == 3)
  }

  @Test func `waiting can be stopped`() async throws {
    let order = try await self.order(1)
    let other = try OtherProgram(writingTo: path)
    await #expect(throws: CancellationError.self) {
      try await bank { _ in throw CancellationError() }.createGoal(order)
    }
    other.leave()
    #expect(try await bank().goals(of: order.account).allSatisfy { $0.name != "Bike" })
  }

  @Test func `a file that is gone is no reason to make a new bank`() async throws {
    let (bank, order) = (self.bank(), try await self.order(1))
    _ = try await bank.accounts()
    let elsewhere = folder.file("elsewhere.sqlite")
    try FileManager.default.moveItem(atPath: path, toPath: elsewhere)
    for _ in 1...2 {
      let error = await #expect(throws: BankError.self) { try await bank.createGoal(order) }
      #expect(error?.code == .storage && error?.path == path)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
    try FileManager.default.moveItem(atPath: elsewhere, toPath: path)
    guard case .created = try await bank.createGoal(order) else {
      Issue.record("it was not made")
      return
    }
  }

  @Test func `a file that others can read says how to close it`() async throws {
    _ = try await order(1)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let error = await #expect(throws: BankError.self) { try await bank().accounts() }
    #expect(error?.code == .storage && error?.adviceCode == "file-close")
  }

  @Test func `a file that was replaced is opened anew`() async throws {
    let bank = self.bank()
    _ = try await bank.accounts()
    let other = folder.file("other.sqlite")
    _ = try await FileBank(path: other) { World.environment("en_GB") }.accounts()
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: other, toPath: path)
    let error = await #expect(throws: BankError.self) { try await bank.accounts() }
    #expect(error?.code == .storage)
    #expect(try await bank.accounts().count == 3)
  }

  @Test func `a bank that could not be opened is tried again`() async throws {
    let attempts = Notes<Int>()
    let lazy = LazyBank {
      attempts.add(1)
      guard attempts.all.count > 1 else {
        throw BankError.storage(path: "/bank.sqlite", cause: "no room")
      }
      return try SampleBank.make(in: World.environment("en_GB"))
    }
    await #expect(throws: BankError.self) { try await lazy.accounts() }
    #expect(try await lazy.accounts().count == 3)
  }
}

/// Another connection that is in the middle of writing, on a thread of its own.
private final class OtherProgram: Sendable {
  private let mayLeave = DispatchSemaphore(value: 0)
  private let hasLeft = DispatchSemaphore(value: 0)

  init(writingTo path: String) throws {
    let bank = try EmbeddedBank(path: path)
    let isWriting = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [mayLeave, hasLeft] in
      try? bank.write { _ in
        isWriting.signal()
        mayLeave.wait()
      }
      hasLeft.signal()
    }
    isWriting.wait()
  }

  /// Lets go of the file.
  func leave() {
    mayLeave.signal()
    hasLeft.wait()
  }
}
