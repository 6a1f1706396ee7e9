public import ServiceCalls

/// Where a person's browser comes back to from a page of the service.
public enum BooksLogInReturn: Sendable {
  /// A port of this computer, or any that is free if it is 0; what the browser shows there.
  case here(port: Int, LoopbackPages)
  /// An address of the program's own server, which calls ``HTTPBooksLogIn/take(returned:)``.
  case server(@Sendable () -> String)
}
