import Bank
import BankServices
import DataSets
import EmbeddedBank
import FlowTestSupport
import Flowline
import FoundationEssentials
import SampleBank
import Testing

@testable import BankFlows

/// A session of one of the bank's flows, at a bank with the sample's accounts.
final class World: SessionWalk {
  let bank: EmbeddedBank
  let access: BankAccess

  /// Makes a world.
  ///
  /// - Parameters:
  ///   - locale: how texts are written and amounts read.
  ///   - login: the log-in of the bank; nil if it needs none.
  ///   - copies: keeps copies of what is read; nil if there are none.
  ///   - time: what the clock shows for the age of copies.
  ///   - between: puts a bank between the flows and the bank.
  /// - Throws: a `BankError` if the bank cannot be made.
  init(
    locale: String = "en_GB", login: (any BankLogin)? = nil, copies: (any CopyStore)? = nil,
    at time: Date = World.now, between: (EmbeddedBank) -> any Bank = { $0 }
  ) throws {
    let environment = Self.environment(locale)
    bank = try SampleBank.make(in: environment)
    let services = BankServices(between(bank), login: login, copies: copies, now: { time })
    access = BankAccess(services, now: { time })
    super.init(BankFlows.catalog(services: services, now: { time }), in: environment)
  }
}

extension World {
  /// Ends what still runs, and sees that the world is left in order: the bank's books add up,
  /// nothing of the flow is alive, and nothing happened that should not have.
  func expectOrder(sourceLocation: SourceLocation = #_sourceLocation) throws {
    expectClean(sourceLocation: sourceLocation)
    #expect(try bank.auditDifferences() == [], sourceLocation: sourceLocation)
  }
}

/// Does something in a world and sees that it is left in order.
func inWorld(
  locale: String = "en_GB", login: (any BankLogin)? = nil,
  between: (EmbeddedBank) -> any Bank = { $0 },
  sourceLocation: SourceLocation = #_sourceLocation, _ body: (World) throws -> Void
) throws {
  let world = try World(locale: locale, login: login, between: between)
  try body(world)
  try world.expectOrder(sourceLocation: sourceLocation)
}
