package import Flowline

/// Asks for a proof, and shows it beside a contract that it loads.
package struct ContractFlow: Flow {
  /// The contract.
  package static let contract = FileContents(
    Array("%PDF-1.7 the contract\u{0}".utf8), named: "contract №1.pdf")

  package let id: FlowID = "contract"

  package init() {}

  package func run(_ context: FlowContext) async throws -> String {
    let proof = try await context.run(FileScreen("proof", "A proof of address?").optional())
    let contract = try await context.load("contract") { [files = context.files] in
      try await files.keep(Self.contract)
    }
    let sign = ConfirmScreen("sign", "Sign it?").page {
      Row("The contract", file: contract)
      if let proof { Row(file: proof) }
    }
    let isSigned = try await context.run(sign)
    _ = try await context.run(TextScreen("place", "Where?"))
    return isSigned ? contract.name : ""
  }
}
