import ArgumentParser
import BooksClient
import BooksConnection
import BooksFlows
import BooksHTTP
import Flowline
import Foundation
import ServiceBasics
import ServiceCalls

/// The customers' books.
extension WorldOptions {
  private static let embedded = "embedded"

  /// Where the customers' books are, read before anybody is served; nil if there are none.
  func booksPlace() throws -> CustomerBooks.Place? {
    guard let address = try booksAddress() else {
      return books == Self.embedded || bank == Self.embedded ? .sample : nil
    }
    let named = booksClientFile ?? ProcessInfo.processInfo.environment[ClientFile.variable]
    guard let path = named, !path.isEmpty else {
      throw ServeFailure(
        """
        --books needs to know who the program is there. Write its id and its secret, each on a line of \
        its own, to a file that only you can read, and name that with --books-client-file.
        """, status: 2)
    }
    do throws(BooksError) {
      return .online(address, try ClientFile(path: path))
    } catch {
      throw ServeFailure(error.cause.map { "\(path): \($0)" } ?? "\(error)", status: 2)
    }
  }

  /// What the overview of the books tells; empty without a file.
  func noticeList() throws -> [Notice] {
    guard let notices else { return [] }
    guard let bytes = FileManager.default.contents(atPath: notices) else {
      throw ServeFailure("the file of --notices, \(notices), cannot be read.", status: 2)
    }
    do throws(NoticeFault) {
      return try Notice.list(String(decoding: bytes, as: UTF8.self))
    } catch {
      throw ServeFailure("--notices \(notices): \(error).", status: 2)
    }
  }

  /// The address of the bookkeeping service; nil for sample books, or none.
  func booksAddress() throws -> BooksAddress? {
    guard let books, books != Self.embedded else {
      if booksClientFile != nil {
        throw ValidationError(
          "--books-client-file is for a bookkeeping service: name it with --books.")
      }
      return nil
    }
    do throws(BooksAddress.Problem) {
      return try BooksAddress(books)
    } catch {
      let advice = error.advice(such: "https://api.freeagent.com")
      throw ValidationError(
        """
        --books takes “embedded” or an address \(advice), not “\(AddressText.withoutUser(books))”.
        """)
    }
  }
}

extension ServiceAddress.Problem {
  /// Which address is taken instead.
  func advice(such example: String) -> String {
    switch self {
    case .notAnAddress, .unknownScheme: "such as \(example)"
    case .notEncrypted: "that begins with https: only a service on this machine may do without"
    case .superfluousParts: "without a user, a query or a fragment"
    }
  }
}
