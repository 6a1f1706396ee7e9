public import FreeAgentAPI
public import ServiceBasics

/// Why a bookkeeping service gave no answer.
public struct BooksError: Error, Sendable, Hashable, Codable {
  /// What went wrong, as a word that never changes its meaning; the list may grow.
  public struct Code: RawRepresentable, Sendable, Hashable, Codable {
    /// The word.
    public let rawValue: String

    /// Takes a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The service cannot be reached or cannot serve now; trying again may help.
    public static let unavailable = Code(rawValue: "unavailable")
    /// The service asks to be left alone for a while.
    public static let busy = Code(rawValue: "busy")
    /// Nobody is logged in, or not any more.
    public static let notLoggedIn = Code(rawValue: "not-logged-in")
    /// An attempt to log in came to nothing.
    public static let logInFailed = Code(rawValue: "log-in-failed")
    /// The service does not know the program, or its secret is wrong.
    public static let client = Code(rawValue: "client")
    /// Another program uses the port at which the browser is awaited.
    public static let portTaken = Code(rawValue: "port-taken")
    /// The user may not do this.
    public static let notAllowed = Code(rawValue: "not-allowed")
    /// It is no longer there.
    public static let gone = Code(rawValue: "gone")
    /// The service refused, and says why.
    public static let refused = Code(rawValue: "refused")
    /// What came is not what the API promises.
    public static let unreadable = Code(rawValue: "unreadable")
    /// A file of this computer cannot be read or written.
    public static let storage = Code(rawValue: "storage")
    /// Another order about the same thing is being carried out.
    public static let orderUnderWay = Code(rawValue: "order-under-way")
    /// An order was sent and never answered: whether it was carried out is not known yet.
    public static let outcomeUnknown = Code(rawValue: "outcome-unknown")
    /// An earlier order about the same thing was never answered, and has to be settled before this one.
    ///
    /// ``BooksError/order`` is its key. This one was not carried out.
    public static let earlierOrder = Code(rawValue: "earlier-order")
  }

  /// What went wrong.
  public let code: Code

  /// The file of this computer that it is about; nil if it is about none.
  public let path: String?

  /// The cause in English, or in the service’s words; nil if none was named.
  public let cause: String?

  /// The code by which a front end finds the cause in other languages; nil for others’ words.
  public let causeCode: String?

  /// What fills the gaps of the cause in other languages; nil if there are none.
  public let causeValues: [String]?

  /// The key of the order that has to be settled first.
  public let order: String?

  /// Makes an error.
  public init(
    _ code: Code, at path: String? = nil, cause: CodedText? = nil, order: String? = nil
  ) {
    self.code = code
    self.path = path
    self.cause = cause?.words
    causeCode = cause?.code
    causeValues = cause.flatMap { $0.values.isEmpty ? nil : $0.values }
    self.order = order
  }

  /// The cause, with the code by which a front end finds it in other languages; nil if none was named.
  public var reason: CodedText? {
    cause.map { CodedText(words: $0, code: causeCode, values: causeValues ?? []) }
  }

  /// The error of a request without an answer.
  public init(_ problem: FreeAgent.CallProblem) {
    switch problem {
    case .refused(let failure): self.init(failure)
    case .notSent(let cause), .noAnswer(let cause):
      self.init(cause.code == Code.client.rawValue ? .client : .unavailable, cause: cause)
    case .file(let path, let cause): self.init(.storage, at: path, cause: cause)
    case .busy(let cause): self.init(.busy, cause: cause)
    case .loggedOut(let cause): self.init(.notLoggedIn, cause: cause)
    case .unreadable(let cause): self.init(.unreadable, cause: cause)
    }
  }

  private init(_ failure: FreeAgent.Failure) {
    let code: Code =
      switch failure.status {
      case 401: .notLoggedIn
      case 403: .notAllowed
      case 404 where failure.saysNotFound: .gone
      // It is somebody else's: of a wrong address, or a sign-in page's.
      case 404: .unreadable
      case 429: .busy
      case 500...: .unavailable
      default: .refused
      }
    let words = failure.reasons.joined(separator: "; ")
    self.init(code, cause: words.isEmpty ? .status(failure.status) : CodedText(words: words))
  }
}

extension BooksError {
  /// The error of a file that keeps something for the books on this computer.
  public init(_ error: DatabaseFileError) {
    self.init(.storage, at: error.path, cause: error.reason)
  }

  /// The flows at books were made to be looked at: no books were connected.
  package static var notConnected: BooksError {
    BooksError(
      .unavailable, cause: CodedText("not-connected", "the books were not connected"))
  }

  /// The books let everybody in.
  package static var withoutLogIn: BooksError {
    BooksError(.unavailable, cause: CodedText("no-log-in", "these books have no log-in"))
  }

  /// The same error for people who do not look after the files of this computer: without the path and the
  /// system's words.
  public var withoutFile: BooksError {
    guard path != nil else { return self }
    return BooksError(
      code, cause: CodedText("server-file", "the server cannot use one of its files"),
      order: order)
  }
}

extension BooksError: CustomStringConvertible {
  /// What went wrong, at which file, in English.
  public var description: String {
    [code.rawValue, path, cause].compactMap(\.self).joined(separator: ": ")
  }
}
