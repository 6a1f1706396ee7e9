import DataSetTesting
import DataSets
import DataSetsSQLite
import ServiceBasics
import TestSupport
import Testing

/// Many connections to one file at once, which none of them has made yet.
@Suite struct CrowdTests {
  @Test func `readers find whole copies while others keep them, and the newest is last`()
    async throws
  {
    let folder = try TemporaryFolder()
    let scope = DataSetScope(kind: "numbers")
    let path = folder.path
    func json(_ writer: Int) -> [UInt8] { Array(repeating: UInt8(48 + writer), count: 20_000) }
    let tickets = await withTaskGroup(of: [Int64].self) { group in
      for writer in 0..<4 {
        let json = json(writer)
        group.addTask {
          let store = SQLiteCopyStore(folder: path)
          let tickets = (0..<10).compactMap { _ -> Int64? in
            guard let ticket = store.takeTicket() else { return nil }
            store.keep(
              NewCopy(interval: nil, readAt: .noon, ticket: ticket, json: json), of: scope,
              for: "ada", readWith: nil)
            return ticket
          }
          #expect(store.notes == [])
          return tickets
        }
      }
      let all = (0..<4).map(json)
      group.addTask {
        let store = SQLiteCopyStore(folder: path)
        for _ in 1...40 {
          let found = store.copy(of: scope, for: "ada")
          #expect(found.map { all.contains($0.copy.json) } ?? true)
        }
        #expect(store.notes == [])
        return []
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(tickets.count == 40 && Set(tickets).count == 40)
    let last = SQLiteCopyStore(folder: path).copy(of: scope, for: "ada")
    #expect(last?.copy.ticket == tickets.max())
  }
}
