import BooksClient
import DataSets
import FoundationEssentials
import FreeAgentAPI
import ServiceCalls

/// Whose books are read: the user and the company of the log-in that is kept.
struct LogInCredentials: Credentials {
  let keeper: OAuthTokenKeeper
  let service: HTTPBooks

  /// The number of the log-in, which says nothing of its tokens.
  var digest: String? { keeper.knownLogInID?.uuidString }

  /// None: the number of a log-in that has ended never comes into use again.
  var changes: Int { 0 }

  func identify() async throws -> IdentifiedUser? {
    guard let before = digest else { return nil }
    let user: FreeAgent.User
    let company: FreeAgent.Company
    do {
      user = try await service.answer(FreeAgent.GetMe()).answer
      company = try await service.answer(FreeAgent.GetCompany()).answer
    } catch let problem as FreeAgent.CallProblem {
      throw BooksError(problem)
    }
    // Another process or machine may have logged somebody else in meanwhile.
    guard before == digest, let id = user.url?.id, let name = company.subdomain ?? company.name
    else { return nil }
    return IdentifiedUser(credential: before, user: "\(id) at \(name)")
  }
}
