import Days
import EmbeddedBooks
import FlowTestSupport
import Flowline
import FoundationEssentials
import FreeAgentAPI
import ServiceBasics
import Testing

@testable import BooksFlows

/// The books of a sample company of another kind, as a service for one of its people.
struct CompanyService: FreeAgent.Service {
  let books: EmbeddedBooks
  let user: FreeAgent.Identifier<FreeAgent.User>
  let root = FreeAgent.Root.production

  init(
    _ variant: SampleCompany.Variant = .limited,
    as user: FreeAgent.Identifier<FreeAgent.User> = SampleCompany.owner
  ) throws {
    let now = Timestamp(BooksWorld.environment("en_GB").now)
    books = try SampleCompany.books(variant, at: now)
    self.user = user
  }

  func answer<Request: FreeAgent.Endpoint>(
    _ request: Request
  ) async throws -> FreeAgent.Reply<Request.Answer> {
    do {
      let (answer, links) = try await books.send(request, as: user, at: root.origin)
      return FreeAgent.Reply(answer, links: links)
    } catch let failure as FreeAgent.Failure {
      throw FreeAgent.CallProblem.refused(failure)
    }
  }

  func contents(at source: String) async throws -> Data {
    do {
      return try books.contents(at: source)
    } catch let failure as FreeAgent.Failure {
      throw FreeAgent.CallProblem.refused(failure)
    }
  }

  /// A world at these books.
  func world(locale: String = "en_GB") throws -> BooksWorld {
    try BooksWorld(locale: locale, at: self)
  }
}

extension BooksWorld {
  /// Answers steps by their names, in whatever order they are asked, and takes what Enter takes for the
  /// others, until the review.
  func fill(
    _ answers: [String: Answer], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var left = answers
    for _ in 0..<40 {
      let name = step.split(separator: "/").last.map(String.init) ?? ""
      guard name != "review", !name.isEmpty else { break }
      answer(left.removeValue(forKey: name) ?? "", sourceLocation: sourceLocation)
    }
    try #require(step.hasSuffix("review"), "\(step)", sourceLocation: sourceLocation)
    #expect(left.isEmpty, "not asked: \(left.keys)", sourceLocation: sourceLocation)
  }

  /// The expenses of a day, the newest first.
  func expenses(on day: String) async throws -> [FreeAgent.Expense] {
    let expenses = try await ask(FreeAgent.List<FreeAgent.Expense>()).elements
    return expenses.filter { $0.datedOn?.description == day }
  }
}
