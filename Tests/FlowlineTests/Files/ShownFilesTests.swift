import Flowline
import Foundation
import OwnScreens
import Testing

/// Files that pages show.
struct ShownFilesTests {
  private static let proof = FileContents(Array("proof".utf8), named: "proof.txt")

  private static func signing() throws -> FlowController {
    let controller = FlowController()
    controller.start(ContractFlow())
    controller.answer(.file(try controller.waitToKeep(proof)))
    controller.waitUntilSettled()
    return controller
  }

  @Test func `rows have the files, with their names and sizes`() throws {
    let controller = try Self.signing()
    let prompt = try #require(controller.prompt)
    #expect(prompt.files == [ContractFlow.contract.file, Self.proof.file])
    let rows = prompt.page.flatMap(\.rows)
    #expect(rows.map(\.label.text) == ["The contract", "proof.txt"])
    #expect(
      rows.map(\.value?.text) == ["contract №1.pdf (22\u{A0}bytes)", "5\u{A0}bytes"])
  }

  @Test func `their contents can be had, also of questions that were answered`() throws {
    let controller = try Self.signing()
    for file in [ContractFlow.contract, Self.proof] {
      #expect(try controller.waitForContents(ofShown: file.file.digest) == file)
    }
    controller.answer("yes")
    #expect(controller.prompt?.id == "place")
    for file in [ContractFlow.contract, Self.proof] {
      #expect(try controller.waitForContents(ofShown: file.file.digest) == file)
    }
  }

  @Test func `nothing else that is kept can be had`() async throws {
    let controller = FlowController()
    controller.start(ContractFlow())
    let kept = try await controller.keep(Self.proof)
    #expect(try await controller.contents(ofShown: kept.digest) == nil)
    controller.answer("")
    controller.waitUntilSettled()
    #expect(try await controller.contents(ofShown: kept.digest) == nil)
    let contract = ContractFlow.contract
    #expect(try await controller.contents(ofShown: contract.file.digest) == contract)
    controller.back()
    #expect(try await controller.contents(ofShown: contract.file.digest) == nil)
  }

  @Test func `a journal without its files says what is missing`() throws {
    let journal = try Self.signing().journal
    let controller = FlowController()
    controller.start(ContractFlow(), SessionOptions(journal: journal))
    controller.waitUntilSettled()
    #expect(controller.prompt?.files.count == 2)
    let digest = ContractFlow.contract.file.digest
    let missing = #expect(throws: MissingFile.self) {
      _ = try controller.waitForContents(ofShown: digest)
    }
    #expect(missing?.file == ContractFlow.contract.file && missing?.isDamaged == false)
  }
}
