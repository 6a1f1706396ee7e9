import ArgumentParser
import Flowline
import FlowlineTerminal
import Foundation
import TestSupport
import Testing

@testable import FlowlineProgram

/// Scripts that do not end in time, and those that were to be played after them.
struct UnfinishedReplayTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Plays a script of a flow that does not get past a place.
  ///
  /// - Parameters:
  ///   - place: the place.
  ///   - trap: what it does not get past.
  ///   - script: the script; nil for one with nothing but answers, which is played live.
  ///   - isSample: whether the flows are made for the script alone.
  ///   - language: the language of the report.
  ///   - deadline: how long is waited; nil for until somebody is in the trap.
  private func replay(
    _ place: Trapped.Place, _ trap: Trap, _ script: String? = nil, inSample isSample: Bool = false,
    language: String = "en", within deadline: Deadline? = nil
  ) throws -> (result: ReplayFile.Result, reach: ReplayFile.Reach?) {
    var catalog = FlowCatalog()
    catalog.add(Trapped(place: place, trap: trap), summary: "A trap.")
    let flows = catalog
    let path = try folder.write(
      script ?? "flow trapped 1\nanswer city \"York\"\nfinish \"York\"\n", to: "trapped.flow")
    let world = isSample ? ProgramWorld(flows, sample: { _ in flows }) : ProgramWorld(flows)
    return try Program.$current.withValue(Program(name: "book", world: world)) {
      let world = try World(Settings(language: language), NoProgramOptions(), for: .listing)
      var reached: ReplayFile.Reach?
      let result = ReplayFile(
        path: path, world: world, isLive: false, isUpdating: false, secrets: [:],
        deadline: { reach in
          reached = reach
          return deadline ?? trap.deadline
        }
      ).run()
      return (result, reached)
    }
  }

  @Test(
    arguments: [
      (Trapped.Place.silentLoad, "“trapped/rates” is still loading."),
      (.behindAnswer, "after “trapped/city”."),
    ] as [(Trapped.Place, String)])
  func `a script that does not end is not waited for`(
    place: Trapped.Place, words: String
  ) throws {
    let trap = Trap()
    defer { trap.release() }
    let result = try replay(place, trap).result
    #expect(result.verdict == .unfinished && result.lines.count == 1)
    let path = folder.file("trapped.flow")
    #expect(result.lines[0].hasPrefix("\(path): not finished. "), "\(result.lines)")
    #expect(result.lines[0].contains(words), "\(result.lines)")
  }

  @Test(arguments: [
    (
      "en", "still being carried out: trapped/pay. Whether it was done is not known. Look it up",
      "Already carried out: trapped/pay."
    ),
    (
      "ru", "не закончено: trapped/pay. Выполнено ли это, неизвестно: проверьте,",
      "Уже выполнено: trapped/pay."
    ),
  ])
  func `of an action it is said that it was done, or that nobody knows`(
    language: String, unknown: String, done: String
  ) throws {
    let during = Trap()
    defer { during.release() }
    let cutOff = try replay(.commit, during, language: language).result.lines[0]
    #expect(cutOff.contains(unknown) && !cutOff.contains(done), "\(cutOff)")
    let behind = Trap()
    defer { behind.release() }
    let carriedOut = try replay(.behindCommit, behind, language: language).result.lines[0]
    #expect(carriedOut.contains(done) && !carriedOut.contains(unknown), "\(carriedOut)")
    #expect(behind.payments == 1)
    let sample = Trap()
    defer { sample.release() }
    let tried = try replay(.behindCommit, sample, inSample: true, language: language).result
    #expect(!tried.lines[0].contains(done), "\(tried.lines)")
  }

  @Test func `a script that was given up begins no action any more`() throws {
    let trap = Trap()
    let result = try replay(.beforeCommit, trap).result
    #expect(result.lines[0].contains("“trapped/rates” is still loading."), "\(result.lines)")
    trap.release()
    trap.waitForPayment()
    #expect(trap.payments == 0)
    trap.unpark()
  }

  @Test func `only a script that acts on more than a sample may still be at work`() throws {
    let trap = Trap()
    defer { trap.release() }
    let world = try replay(.behindAnswer, trap)
    #expect(world.reach == .world && world.result.isAtWork)
    let other = Trap()
    defer { other.release() }
    let sample = try replay(.behindAnswer, other, inSample: true)
    #expect(sample.reach == .sample && !sample.result.isAtWork)
    let third = Trap()
    defer { third.release() }
    let script = "flow trapped 1\nanswer city \"York\"\nload rates 1\nfinish \"York\"\n"
    let record = try replay(.behindLoad, third, script)
    #expect(record.reach == .record && !record.result.isAtWork)
    #expect([world, sample, record].allSatisfy { $0.result.verdict == .unfinished })
  }

  @Test func `a world has longer than a client's patience and a service's pause`() throws {
    #expect(ReplayFile.Reach.world.seconds == 600)
    #expect(ReplayFile.Reach.record.seconds == 60 && ReplayFile.Reach.sample.seconds == 60)
    #expect(try ReplayCommand<NoProgramOptions>.parse(["x"]).within == nil)
    #expect(try ReplayCommand<NoProgramOptions>.parse(["x", "--within", "5"]).within == 5)
  }

  /// Plays files of which one may stay at work; returns those that were played, what is printed of all,
  /// and how the command ends.
  private func play(_ files: [String], atWork: String, in locale: String) -> (
    played: [String], lines: [String], failure: FlowlineProgram.ExitStatus?
  ) {
    let words = Words.ofProgram(in: locale)
    var played: [String] = []
    var lines: [String] = []
    let counts = ReplayCounts(playing: files, words: words, { lines.append($0) }) { file in
      played.append(file)
      return ReplayFile.Result(
        verdict: file == atWork ? .unfinished : .same, lines: ["\(file)!"],
        isAtWork: file == atWork)
    }
    return (played, lines + [counts.line(words: words)], counts.failure)
  }

  @Test func `nothing is played beside a script that may still be at work`() {
    let english = play(["a", "b", "c", "d"], atWork: "b", in: "en_GB")
    #expect(english.played == ["a", "b"] && english.failure == .failed)
    #expect(
      english.lines == [
        "a!", "b!", "2 more scripts were not played: the one above may still be at work.",
        "4 scripts: 1 not finished, 2 not played",
      ])
    let russian = play(["a", "b"], atWork: "a", in: "ru_RU")
    #expect(russian.played == ["a"])
    #expect(
      russian.lines == [
        "a!", "Ещё 1 запись не воспроизведена: предыдущая, возможно, ещё выполняется.",
        "2 записи: 1 не завершена, 1 не воспроизведена",
      ])
  }

  @Test func `the last script leaves none out, and one that is at an end stops none`() {
    let last = play(["a", "b"], atWork: "b", in: "en_GB")
    #expect(last.lines == ["a!", "b!", "2 scripts: 1 not finished"] && last.failure == .failed)
    let all = play(["a", "b"], atWork: "", in: "en_GB")
    #expect(all.lines == ["a!", "b!", "2 scripts: everything matches"] && all.failure == nil)
  }

  @Test(arguments: [
    (
      "flow coffee 1\nanswer name \"Ada\"\n", "There is no flow “coffee”.",
      "Сценария «coffee» нет."
    ),
    ("flow trapped 1\n", "there is nothing to compare", "сравнивать нечего"),
    (
      "flow trapped 2\nanswer city \"York\"\n", "by version 2 of “trapped”",
      "версией 2 сценария «trapped»"
    ),
  ])
  func `why a script cannot be played is said in the language of the line`(
    script: String, english: String, russian: String
  ) throws {
    for (language, words) in [("en", english), ("ru", russian)] {
      let result = try replay(
        .body, Trap(), script, language: language, within: .unlimited
      ).result
      #expect(result.verdict == .unusable)
      #expect(result.lines.first?.contains(words) == true, "\(result.lines)")
    }
  }
}
