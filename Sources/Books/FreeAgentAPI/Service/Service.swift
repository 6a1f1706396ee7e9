public import FoundationEssentials
public import ServiceBasics

extension FreeAgent {
  /// Somebody who answers requests of the API for one user: the service over HTTP, or books on this
  /// computer.
  public protocol Service: Sendable {
    /// The address below which its resources are.
    var root: Root { get }

    /// Has a request answered.
    ///
    /// - Parameter request: what is asked.
    /// - Returns: what a success brings.
    /// - Throws: a ``CallProblem``, or a `CancellationError` if nothing can have been changed.
    func answer<Request: Endpoint>(_ request: Request) async throws -> Reply<Request.Answer>

    /// Reads a file from where the service says that it is, such as ``Attachment``’s `content_src`.
    ///
    /// That address works by itself: no log-in goes along.
    ///
    /// - Parameter source: the address, whole.
    /// - Returns: the bytes.
    /// - Throws: a ``CallProblem``, which is `refused` with a status of 400 or more if the address has
    ///   expired; or a `CancellationError`.
    func contents(at source: String) async throws -> Data
  }

  /// What a success brings.
  public struct Reply<Answer: Sendable>: Sendable {
    /// What the body of the answer says.
    public let answer: Answer
    /// How a list goes on; empty if it is none.
    public let links: PageLinks

    /// Makes it of its parts.
    public init(_ answer: Answer, links: PageLinks = PageLinks()) {
      self.answer = answer
      self.links = links
    }
  }

  /// Why a request has no answer.
  public enum CallProblem: Error, Sendable, Hashable {
    /// The service refused it.
    case refused(Failure)
    /// It was not looked at: nothing was sent, or the service asks to be left alone.
    case notSent(CodedText)
    /// The service asks to be left alone for longer than anybody wants to wait; it was not looked at.
    case busy(CodedText)
    /// Nobody is logged in, or not any more; it was not looked at.
    case loggedOut(CodedText)
    /// A file of this computer cannot be used; it was not looked at.
    case file(path: String, cause: CodedText)
    /// It was sent, and nothing came back; whether it was done is not known.
    case noAnswer(CodedText)
    /// It was sent, and what came back cannot be read; whether it was done is not known.
    case unreadable(CodedText)
  }
}

extension FreeAgent.CallProblem {
  /// Whether a request that writes may have been carried out all the same.
  ///
  /// What a server answers that fails may be so: it may have failed after it had written.
  public var mayHaveBeenDone: Bool {
    switch self {
    case .noAnswer, .unreadable: true
    case .refused(let failure): failure.status >= 500 || failure.status < 400
    case .notSent, .busy, .loggedOut, .file: false
    }
  }
}
