import Flowline
import FlowlineLock
import FoundationEssentials
import Testing

@testable import FlowlineWeb

/// PINs and wrong ones, as several servers over one store keep them.
struct PINShelfTests {
  private let values = MemoryValueStore()
  private let noon = Date(timeIntervalSince1970: 1_795_176_000)

  private func shelf(with pin: String?) async throws -> PINShelf {
    let shelf = PINShelf(values)
    if let pin {
      let hashed = try #require(HashedPIN(of: pin))
      #expect(try await shelf.keep(hashed, of: "ada", behind: try await shelf.link(of: "ada")))
    }
    return shelf
  }

  @Test func `who has no PIN types anything`() async throws {
    let shelf = try await shelf(with: nil)
    #expect(try await shelf.link(of: "ada") == PINShelf.Link())
    #expect(try await shelf.trial(of: "x", by: "ada", at: noon) == .right)
  }

  @Test func `a PIN is one user’s, and all servers see it, and that it has changed`() async throws {
    let (one, other) = (try await shelf(with: nil), PINShelf(values))
    #expect(try await other.link(of: "ada").state == .none)
    let first = try #require(HashedPIN(of: "1234"))
    #expect(try await one.keep(first, of: "ada", behind: try await one.link(of: "ada")))
    #expect(try await other.link(of: "ada").state == .pin(first))
    #expect(try await other.link(of: "bob").state == .none)
    let before = try await other.link(of: "ada")
    let second = try #require(HashedPIN(of: "5678"))
    #expect(try await one.keep(second, of: "ada", behind: before))
    // Of two that come behind the same one, the first counts.
    #expect(try await other.keep(first, of: "ada", behind: before) == false)
    for shelf in [one, other, PINShelf(values)] {
      #expect(try await shelf.link(of: "ada").state == .pin(second))
      #expect(try await shelf.trial(of: "1234", by: "ada", at: noon) != .right)
      #expect(try await shelf.trial(of: "5678", by: "ada", at: noon) == .right)
    }
    #expect(try await one.keep(nil, of: "ada", behind: try await one.link(of: "ada")))
    #expect(try await PINShelf(values).link(of: "ada").state == .none)
  }

  @Test(arguments: [1, 2])
  func `an erased PIN counts at no server, and a new one at all`(links: Int) async throws {
    let (one, other) = (PINShelf(values), PINShelf(values))
    let erased = try #require(HashedPIN(of: "4711"))
    for _ in 1...links {
      #expect(try await one.keep(erased, of: "ada", behind: try await one.link(of: "ada")))
    }
    #expect(try await one.link(of: "ada").number == links)
    try await values.removeValues(of: "ada", on: "lock-pins", beginning: "")
    // The chain begins anew elsewhere, with no link or another one where the first server saw the last.
    let new = try #require(HashedPIN(of: "9999"))
    #expect(try await other.keep(new, of: "ada", behind: try await other.link(of: "ada")))
    for shelf in [one, other] {
      #expect(try await shelf.link(of: "ada") == PINShelf.Link(number: 1, state: .pin(new)))
      #expect(try await shelf.trial(of: "4711", by: "ada", at: noon) != .right)
      #expect(try await shelf.trial(of: "9999", by: "ada", at: noon) == .right)
    }
    try await values.removeValues(of: "ada", on: "lock-pins", beginning: "")
    #expect(try await one.link(of: "ada") == PINShelf.Link())
  }

  @Test func `wrong PINs are counted by all servers together, and a right one ends the counting`()
    async throws
  {
    let servers = [try await shelf(with: "1234"), PINShelf(values)]
    for left in [4, 3, 2, 1] {
      #expect(
        try await servers[left % 2].trial(of: "1235", by: "ada", at: noon) == .wrong(left: left))
    }
    #expect(try await servers[0].trial(of: "1234", by: "ada", at: noon) == .right)
    #expect(try await servers[1].trial(of: "1235", by: "ada", at: noon) == .wrong(left: 4))
  }

  @Test func `what is shorter or longer than a PIN is not counted as a wrong one`() async throws {
    let shelf = try await shelf(with: "1234")
    for typed in ["", "   ", "123", String(repeating: "1", count: 65)] {
      #expect(try await shelf.trial(of: typed, by: "ada", at: noon) == .noPIN)
    }
    #expect(try await shelf.trial(of: "0000", by: "ada", at: noon) == .wrong(left: 4))
  }

  @Test func `after the last wrong one none counts for a quarter of an hour`() async throws {
    let shelf = try await shelf(with: "1234")
    let open = noon.addingTimeInterval(900)
    for _ in 1..<HashedPIN.tries { _ = try await shelf.trial(of: "0000", by: "ada", at: noon) }
    #expect(try await shelf.trial(of: "0000", by: "ada", at: noon) == .last(until: open))
    for (typed, seconds) in [("1234", 0), ("0000", 1), ("1234", 899)] {
      let moment = noon.addingTimeInterval(Double(seconds))
      #expect(try await shelf.trial(of: typed, by: "ada", at: moment) == .closed(until: open))
    }
    #expect(try await shelf.trial(of: "0000", by: "ada", at: open) == .wrong(left: 4))
    #expect(try await shelf.trial(of: "1234", by: "ada", at: open) == .right)
  }

  @Test func `of many that are typed at once no more are tried than may be`() async throws {
    let servers = [try await shelf(with: "1234"), PINShelf(values)]
    for moment in [noon, noon.addingTimeInterval(900)] {
      let trials = try await withThrowingTaskGroup(of: PINShelf.Trial.self) { group in
        for number in 0..<20 {
          group.addTask { try await servers[number % 2].trial(of: "0000", by: "ada", at: moment) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let until = moment.addingTimeInterval(900)
      let lefts = trials.compactMap { if case .wrong(let left) = $0 { left } else { nil } }
      #expect(lefts.sorted() == [1, 2, 3, 4])
      #expect(trials.count { $0 == .last(until: until) } == 1)
      #expect(trials.count { $0 == .closed(until: until) } == 15)
    }
  }

  @Test func `what is damaged keeps it locked`() async throws {
    let shelf = try await shelf(with: "1234")
    let kept = try await values.values(of: "ada", on: "lock-pins", beginning: "")
    let name = try #require(kept.first?.name)
    _ = try await values.make(
      KeptValue(
        shelf: "lock-pins", name: name.dropLast() + "2", owner: "ada", bytes: Array("x y".utf8)))
    #expect(try await shelf.link(of: "ada").state == .unusable)
    #expect(try await shelf.trial(of: "1234", by: "ada", at: noon) == .unusable)
  }
}
