import FoundationEssentials
import TestSupport
import Testing

@testable import Flowline

/// Random inputs, and a store that ends each change as it likes, in any order relative to the calls.
struct LateRecordWalkTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["FLOWLINE_WALKS"].flatMap(Int.init) ?? 60
  private static let seed = environment["FLOWLINE_SEED"].flatMap(UInt64.init)

  @Test func `whatever the store does, what shows is kept, and what is kept rebuilds`() async throws
  {
    for seed in Self.seed.map({ [$0] }) ?? (0..<UInt64(Self.count)).map({ $0 }) {
      let walk = LateWalk(seed: seed)
      try await walk.run()
      guard let fault = walk.fault else { continue }
      Issue.record("FLOWLINE_SEED=\(seed): \(fault)\n\(walk.inputs.joined(separator: "\n"))")
      return
    }
  }
}

/// One walk.
private final class LateWalk {
  private var random: SeededNumbers
  private let record = LateRecord()
  private var controller = FlowController()
  private let log = Log()
  private(set) var inputs: [String] = []
  private(set) var fault: String?

  init(seed: UInt64) { random = SeededNumbers(seed: seed) }

  private var flow: ClosureFlow<Int> {
    let (record, log) = (record, log)
    return ClosureFlow("walk") { context in
      let first = try await context.run(NumberScreen("first", "First?", in: 0...9))
      let product = try await context.run(ProductFlow())
      let rate = try await context.load("rate") { 7 }
      let second = try await context.run(NumberScreen("second", "Second?", in: 0...9))
      let saved = try await context.commit("save") { key in
        if !record.text.contains("commit save \"\(key)\"") {
          log.add("rule 13: it was sent before its intent was kept")
        }
        return first + product + rate + second
      }
      if !record.text.contains("done save") {
        log.add("rule 13: a reply was seen before it was kept")
      }
      return try await context.run(NumberScreen("last", "Last?", in: 0...9)) + saved
    }
  }

  private func start(_ journal: Journal?) {
    controller = FlowController()
    controller.start(flow, .kept(in: record, journal: journal))
    controller.settle(with: record)
  }

  func run() async throws {
    start(nil)
    for _ in 0..<60 where fault == nil {
      if controller.inspection.state == .ended { break }
      try await act()
      controller.settle(with: record)
      fault = look()
    }
    if fault == nil { fault = finish() }
    if fault == nil { fault = try rebuildAll() }
  }

  private func act() async throws {
    if record.isAsked, Int.random(in: 0..<3, using: &random) > 0 {
      let ends: [LateRecord.End] = [.made, .made, .made, .failed, .unknownMade, .unknownNotMade]
      let end = ends[Int.random(in: 0..<6, using: &random)]
      inputs.append("\(end)")
      return record.end(end)
    }
    if controller.prompt?.hold != nil {
      inputs.append("again")
      controller.answer("again")
      return
    }
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<6:
      let text = "\(Int.random(in: 0..<9, using: &random))"
      inputs.append("answer \(text)")
      controller.answer(.text(text))
    case 6:
      inputs.append("answer x")
      controller.answer("x")
    case 7, 8:
      inputs.append("back")
      controller.back()
    case 9:
      inputs.append("speak")
      controller.speak("ru")
    case 10: try await restart()
    default:
      inputs.append("cancel nested")
      if controller.prompt?.path.count ?? 0 > 2 { controller.cancel() }
    }
  }

  /// The process ends; another reads what the store has, whatever it was handed.
  private func restart() async throws {
    inputs.append("restart")
    controller.unload()
    repeat {
      if record.isAsked {
        record.end(Int.random(in: 0..<2, using: &random) == 0 ? .made : .failed)
      }
      let record = record
      controller.wait {
        record.isAsked || $0.engine.phase == .ended && $0.engine.keeping.handed == nil
      }
    } while record.isAsked
    let journal = record.text.isEmpty ? nil : try await record.journal()
    guard journal?.isEnded != true else { return }
    start(journal)
  }

  /// What shows follows only from what is kept.
  private func look() -> String? {
    if let told = log.all.first { return told }
    if record.isCrowded { return "two changes were asked for at once" }
    guard let prompt = controller.prompt, prompt.hold == nil else { return nil }
    let (kept, text) = (record.text, controller.journal.text)
    let lines =
      kept.isEmpty ? 0 : kept.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    guard text.hasPrefix(kept) else { return "kept:\n\(kept)\nand not:\n\(text)" }
    let rest = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(
      max(lines, 6))
    let lasting = rest.first { line in
      guard let verb = line.split(separator: " ").first.map(String.init) else { return false }
      return JournalEntry.Verb(rawValue: verb).map { JournalEntry($0, "", in: .root).mustLast }
        ?? false
    }
    return lasting.map { "rule 13: \(prompt.id) shows and “\($0)” is not kept" }
  }

  /// With a store that works, all is kept.
  private func finish() -> String? {
    for _ in 0..<40 {
      if record.isAsked {
        record.end(.made)
      } else if controller.prompt?.hold != nil {
        controller.answer("again")
      } else {
        break
      }
      controller.settle(with: record)
    }
    let (kept, text) = (record.text, controller.journal.text)
    return kept == text || kept.isEmpty ? nil : "kept:\n\(kept)instead of:\n\(text)"
  }

  /// Every text that the store ever held is a session.
  private func rebuildAll() throws -> String? {
    for text in Set(record.history) {
      let journal = try Script(parsing: text).journal(or: .test)
      let rebuilt = FlowController()
      rebuilt.start(
        ClosureFlow("walk", flow.body),
        SessionOptions(
          environment: .test, session: record.session, journal: journal, effects: nil,
          variant: nil, isReplay: true))
      rebuilt.waitUntilSettled()
      defer { rebuilt.terminate() }
      if let divergence = rebuilt.divergence { return "rule 16: \(divergence)\n\(text)" }
      guard rebuilt.journal.text.hasPrefix(text) else {
        return "rule 17: rebuilt:\n\(rebuilt.journal.text)instead of:\n\(text)"
      }
    }
    return nil
  }
}
