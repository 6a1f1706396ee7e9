import BooksClient
public import DataSets
import FoundationEssentials
public import FreeAgentAPI
public import ServiceCalls

extension OAuthTokenKeeper {
  /// Whose books are read by this log-in, so that a `Repository` shows nobody the copies of somebody else.
  ///
  /// - Parameter service: the books, asked by this log-in for their user and company.
  /// - Returns: the credentials. They throw a `BooksError` if the service does not say whose they are.
  public func credentials(asking service: any FreeAgent.Service) -> any Credentials {
    LogInCredentials(keeper: self, service: service)
  }
}

/// Whose books are read: the user and the company of the log-in that is kept.
private struct LogInCredentials: Credentials {
  let keeper: OAuthTokenKeeper
  let service: any FreeAgent.Service

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
