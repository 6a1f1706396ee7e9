import BooksHTTP
import BooksSandbox
import EmbeddedBooks
import FoundationEssentials
import FreeAgentAPI
import Money
import ServiceBasics
import ServiceCalls
import Synchronization
import Testing

/// Files of banks, sent as a form over a socket.
struct StatementFileTests {
  /// The network, and the bodies that were sent.
  private final class Bodies: Transport {
    private let network = NetworkTransport()
    private let bodies = Mutex<[CallRequest.Body]>([])

    var sent: [CallRequest.Body] { bodies.withLock { $0 } }

    func send(
      _ request: CallRequest, to address: ServiceAddress
    ) async throws(TransportFailure) -> CallResponse {
      if let body = request.body { bodies.withLock { $0.append(body) } }
      return try await network.send(request, to: address)
    }

    func close() async { await network.close() }
  }

  /// The client over HTTP, as the owner of the books.
  private func client(
    of books: OnlineBooks, over transport: some Transport
  ) throws -> HTTPBooks {
    let owner = try #require(try books.sandbox.books.user(SampleCompany.owner))
    let token = try AccessToken(books.sandbox.giveTokens(to: owner).access)
    return HTTPBooks(
      books.address, tokens: TokenKeeper(.text(token)), transport: transport,
      patience: .none, timing: books.timing)
  }

  /// The amounts of the newest transactions whose text begins with a word.
  private func amounts(_ word: String, in books: OnlineBooks) async throws -> [ExactDecimal?] {
    let account = FreeAgent.Link<FreeAgent.BankAccount>(.init(1), at: .production)
    let filter = FreeAgent.BankTransactionFilter { $0.bankAccount = account }
    let page = try await books.ask(FreeAgent.List<FreeAgent.BankTransaction>(filter))
    return page.elements.filter { $0.description?.hasPrefix(word) == true }.map { $0.amount }
  }

  /// Files of each kind, with their lines.
  @Test(arguments: [
    ("19/11/2026,-12.50,\"Quince --flowline-0--\"\n19/11/2026,80,\"Quince\"\n", "csv"),
    ("!Type:Bank\nD19/11/2026\nT-12.50\nPQuince one\n^\nD19/11/2026\nT80\nPQuince two\n^\n", "qif"),
    (
      """
      <?xml version="1.0"?>
      <?OFX OFXHEADER="200" VERSION="211"?>
      <OFX><BANKTRANLIST>
      <STMTTRN><TRNTYPE>OTHER</TRNTYPE><DTPOSTED>20261119</DTPOSTED>
      <TRNAMT>-12.50</TRNAMT><FITID>q1</FITID><MEMO>Quince one</MEMO></STMTTRN>
      <STMTTRN><TRNTYPE>OTHER</TRNTYPE><DTPOSTED>20261119</DTPOSTED>
      <TRNAMT>80</TRNAMT><FITID>q2</FITID><MEMO>Quince two</MEMO></STMTTRN>
      </BANKTRANLIST></OFX>
      """, "ofx"
    ),
  ])
  func `a file of a bank arrives as a form`(file: String, kind: String) async throws {
    try await OnlineBooks.with { books in
      let transport = Bodies()
      let http = try client(of: books, over: transport)
      let account = FreeAgent.Link<FreeAgent.BankAccount>(.init(1), at: books.address.root)
      _ = try await http.answer(FreeAgent.UploadStatement(file: file, to: account))
      await transport.close()
      let body = try #require(transport.sent.first)
      #expect(body.contentType.hasPrefix("multipart/form-data; boundary="))
      #expect(
        String(decoding: body.bytes, as: UTF8.self).contains(
          "name=\"statement\"; filename=\"statement.\(kind)\""))
      let found = try await amounts("Quince", in: books).compactMap(\.self)
      let expected = try ["-12.5", "80"].map { try #require(ExactDecimal($0)) }
      #expect(found.sorted() == expected)
    }
  }
}
