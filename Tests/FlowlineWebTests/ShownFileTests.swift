import Flowline
import FlowlineHost
import FlowlineTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import OwnScreens
import Testing

@testable import FlowlineWeb

/// Files that pages show: links of pages, and an operation of the API.
struct ShownFileTests {
  private static let walk = Walk("contract", inputs: []) { _ in
    var catalog = FlowCatalog()
    catalog.add(ContractFlow(), summary: "Signs a contract")
    return catalog
  }
  private static let contract = ContractFlow.contract
  private static let proof = FileContents(Array("<script>proof".utf8), named: "proof \"1\".txt")

  /// Comes to the page with the files.
  private static func signing(_ web: WebWalk, _ client: WebClient) async throws -> String {
    _ = try await client.post("/start/contract", [("session", web.session)])
    let upload = [
      "--b", "Content-Disposition: form-data; name=\"answer\"; filename=\"proof %221%22.txt\"", "",
      "<script>proof", "--b--", "",
    ].joined(separator: "\r\n")
    let kept = try await client.send(
      .post, client.step(of: web.session), [.contentType: "multipart/form-data; boundary=b"], upload
    )
    #expect(kept.status == .seeOther)
    return try await client.get(client.step(of: web.session)).text
  }

  private static func link(_ file: FileContents, _ session: String) -> String {
    let digest = "\(file.file.digest)".replacing(":", with: "%3A")
    return "/session/\(session)/file/\(digest)"
  }

  @Test func `a page has links to its files, and they lead to the contents`() async throws {
    let web = try WebWalk(Self.walk)
    let session = web.session
    try await web.test { client in
      let page = try await Self.signing(web, client)
      for file in [Self.contract, Self.proof] {
        let link = Self.link(file, session)
        #expect(page.contains("<a class=\"file\" href=\"\(link)\" download>Download<span"))
        let reply = try await client.get(link)
        #expect(reply.status == .ok && Array(reply.body.readableBytesView) == file.bytes)
        #expect(reply.headers[.contentType] == file.file.type.rawValue)
        #expect(reply.headers[.contentDisposition]?.hasPrefix("attachment; filename=\"") == true)
        #expect(reply.headers[.xContentTypeOptions] == "nosniff")
        #expect(reply.headers[.cacheControl] == "no-store")
      }
      #expect(page.contains("proof \"1\".txt") && !page.contains("<script>proof"))
      // The page of the answers, too, has the one that was answered with.
      let answers = try await client.get("/session/\(session)/answers").text
      #expect(answers.contains("href=\"\(Self.link(Self.proof, session))\" download"))
      #expect(!answers.contains(Self.link(Self.contract, session)))
      // What was shown before can be had as long as the flow runs.
      _ = try await client.post(client.step(of: session), [("answer", "yes")])
      #expect(try await client.get(Self.link(Self.contract, session)).status == .ok)
      _ = try await client.post(client.step(of: session), [("answer", "Leeds")])
      #expect(try await client.get(Self.link(Self.contract, session)).status == .notFound)
    }
  }

  @Test func `nobody else gets them, and nothing else is handed out`() async throws {
    let web = try WebWalk(Self.walk)
    let session = web.session
    try await web.test { client in
      _ = try await Self.signing(web, client)
      let link = Self.link(Self.contract, session)
      var stranger = client
      stranger.user = "eve"
      #expect(try await stranger.get(link).status == .notFound)
      #expect(try await stranger.get("/api/sessions/\(session)/files/x").status == .notFound)
      stranger.user = nil
      #expect(try await stranger.get(link).status == .unauthorized)
      for other in [
        Self.link(FileContents([1, 2, 3], named: "x"), session), "/session/\(session)/file/x",
        "/session/\(session)/file/..%2F..%2Fjournal", link.replacing(session, with: "x"),
        link.replacing(session, with: "5e5510f1-0000-4000-8000-00000000ffff"),
      ] {
        #expect(try await client.get(other).status == .notFound, "\(other)")
      }
      #expect(try await client.post(link, []).status == .methodNotAllowed)
    }
  }

  @Test func `a program gets them from the API`() async throws {
    let web = try WebWalk(Self.walk)
    let session = web.session
    try await web.test { client in
      _ = try await Self.signing(web, client)
      let base = "/api/sessions/\(session)/files/"
      for file in [Self.contract, Self.proof] {
        let reply = try await client.get(base + "\(file.file.digest)")
        #expect(reply.status == .ok && Array(reply.body.readableBytesView) == file.bytes)
        #expect(reply.headers[.contentType] == "application/octet-stream")
        #expect(reply.headers[.xContentTypeOptions] == "nosniff")
      }
      let state = try await client.get("/api/sessions/\(session)").text
      #expect(state.contains(Self.contract.file.json.text))
      for other in ["x", "\(FileDigest(of: [1]))"] {
        let reply = try await client.get(base + other)
        #expect(reply.status == .notFound && reply.json["code"] == "not-found")
      }
    }
  }

  @Test(arguments: [
    ("lunch.pdf", "lunch.pdf", "lunch.pdf"),
    ("a b.pdf", "a b.pdf", "a%20b.pdf"),
    ("\"quoted\"\r\nX: y", "_quoted___X_ y", "%22quoted%22%0D%0AX%3A%20y"),
    ("счёт №1.pdf", "____ _1.pdf", "%D1%81%D1%87%D1%91%D1%82%20%E2%84%961.pdf"),
    ("100%.txt", "100_.txt", "100%25.txt"), ("a;b\\c.txt", "a_b_c.txt", "a%3Bb%5Cc.txt"),
  ])
  func `a name stands in the header as it can`(name: String, plain: String, whole: String) {
    let header = HeaderValue.attachment(named: name)
    #expect(header == "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(whole)")
    #expect(HeaderValue(header)?.fileName == name)
  }

  @Test func `a program is not called like a document`() {
    let header = HeaderValue.attachment(named: "bill\u{202E}fdp.exe")
    #expect(HeaderValue(header)?.fileName == "billfdp.exe")
    #expect(header.hasPrefix("attachment; filename=\"billfdp.exe\""))
  }
}
