import Bank
import EmbeddedBank
import FlowTestSupport
import Flowline
import FoundationEssentials
import Testing

/// A walk through a flow, from which a script is recorded.
struct Walk: Sendable, CustomTestStringConvertible {
  /// What a person does at a prompt.
  enum Move: Sendable, ExpressibleByStringLiteral {
    /// Types an answer that is taken.
    case type(String)
    /// Types an answer that is refused for this reason.
    case refused(String, Refusal.Code)
    /// Types an answer that is checked at the bank and then refused.
    case refusedByCheck(String, Refusal.Code)
    case back
    case cancel

    init(stringLiteral text: String) { self = .type(text) }
  }

  /// The script's path below `Flows/Bank`.
  let path: String
  /// What the script shows, for its first line.
  let comment: String
  let flow: FlowID
  var locale = "en_GB"
  let moves: [Move]
  /// What the first reads come to, where it is trouble.
  var reads: [BankError] = []
  /// What happens to the first orders, where it is trouble.
  var orders: [TroubledBank.OrderTrouble] = []
  /// Why the first log-outs are not answered, if they are not.
  var logOuts: [BankError] = []
  /// The orders that were never answered; nil at a bank that answers all of them.
  var open: OpenOrders?

  /// Orders that were never answered, and what becomes of them.
  struct OpenOrders: Sendable {
    let orders: [OpenOrder]
    var looks: [OrderSigns] = []
    var ends: [OpenOrderEnd] = []
  }

  var testDescription: String { path }

  /// The script that the walk gives.
  func record() throws -> String {
    var text = "# \(comment)\n"
    try walk(atEnd: { world in text += world.controller.journal.text })
    return text
  }

  /// Takes all the moves in a world of its own.
  ///
  /// - Parameters:
  ///   - beforeMove: is called with each move before it is taken.
  ///   - atEnd: looks at the world when all moves are taken.
  /// - Throws: what the moves and the closures throw.
  func walk(
    beforeMove: (World, Move) throws -> Void = { _, _ in },
    atEnd: (World) throws -> Void = { _ in }
  ) throws {
    let between: (EmbeddedBank) -> any Bank = { [reads, orders, open] bank in
      let troubled = TroubledBank(bank, reads: reads, orders: orders)
      guard let open else { return troubled }
      return DoubtfulBank(
        troubled, open: open.orders, looks: open.looks, ends: open.ends.map { .success($0) })
    }
    let login = TestLogin(file: TestLogin.goodToken, logOutTroubles: logOuts)
    try inWorld(locale: locale, login: login, between: between) { world in
      try world.start(flow)
      for move in moves {
        try beforeMove(world, move)
        try take(move, in: world)
      }
      try atEnd(world)
    }
  }

  private func take(_ move: Move, in world: World) throws {
    switch move {
    case .type(let text): world.answer(.text(text))
    case .refused(let text, let code):
      #expect(try world.refusal(of: .text(text)).code == code, "\(path): \(text)")
    case .refusedByCheck(let text, let code):
      #expect(try world.refusalByCheck(of: .text(text)).code == code, "\(path): \(text)")
    case .back: #expect(world.controller.back() == .accepted)
    case .cancel: #expect(world.controller.cancel() == .accepted)
    }
  }
}

/// The folder of the flows at a bank, found from this file.
let flowsFolder = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()
  .appending(path: "Flows/Bank")
