import Foundation
import TestSupport
import Testing

struct GreetingTests {
  private let greeting = BuiltProgram("Greeting")

  @Test func `greets after two answers`() async throws {
    let result = try await greeting.run("Ada", "3")
    #expect(
      result.lines == [
        "What is your name?", "How many cups of tea?",
        "Hello, Ada! 3 cups of tea are on their way.",
      ])
    #expect(result.status == 0 && result.errors.isEmpty)
  }

  @Test func `says what is wrong with an answer and asks again`() async throws {
    let result = try await greeting.run("", "Ada", "twelve", "12", "3")
    #expect(result.lines.count { $0 == "What is your name?" } == 2)
    #expect(result.lines.count { $0 == "How many cups of tea?" } == 3)
    #expect(result.lines.last == "Hello, Ada! 3 cups of tea are on their way.")
  }

  @Test(arguments: ["", "Ada\n", "Ada\n12\n"])
  func `leaves in order where the input ends`(input: String) async throws {
    let result = try await greeting.run(Data(input.utf8))
    #expect(result.lines.last == "Another time.")
    #expect(result.status == 0)
  }

  @Test func `takes bytes that are no text for a name of replacement characters`() async throws {
    let result = try await greeting.run(Data([0xFF, 0x0A, 0x33, 0x0A]))
    #expect(result.lines.last == "Hello, \u{FFFD}! 3 cups of tea are on their way.")
  }

  @Test func `has at most 30 lines, and its flow stands in the README`() throws {
    let project = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    let text = try String(
      contentsOf: project.appending(path: "Samples/Greeting/main.swift"), encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 31)
    let readme = try String(contentsOf: project.appending(path: "README.md"), encoding: .utf8)
    let flow = try #require(text.split(separator: "\nlet controller").first)
    #expect(readme.contains("```swift\n\(flow)```"))
  }
}
