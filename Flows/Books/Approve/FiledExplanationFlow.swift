import BooksClient
import Flowline
import FreeAgentAPI
import Money
import ServiceSteps

/// One explanation: if it was guessed it can be approved; else it can be replaced or taken away.
struct FiledExplanationFlow: BooksFlow {
  static let texts = ApproveFlow.texts
  var id: FlowID = "guess"
  let access: BooksAccess
  let account: BookAccount
  let filed: NamedExplanation

  /// Results in whether it was approved; explained anew it needs no approval.
  func run(_ context: FlowContext) async throws -> Bool {
    let books = context.at(access)
    let (transaction, explanation) = (filed.transaction, filed.explanation)
    let receipt = try await books.filed(explanation.receipt)
    let project = try await books.name(of: explanation.project)
    let isOpen = explanation.lock == nil
    let options = [
      explanation.isToApprove ? Option("approve", "approve") : nil,
      isOpen ? Option("change", "change") : nil,
      isOpen && explanation.isDeletable ? Option("remove", "remove") : nil,
      Option("leave", "leave"),
    ].compactMap(\.self)
    let question = explanation.isToApprove ? nil : texts("decision.question.filed")
    let choice = try await context.choose(
      "decision", question, from: options, default: explanation.isToApprove ? "approve" : "leave"
    ) {
      Row("transaction", transaction.text)
      Row("day", explanation.day)
      Row("amount", explanation.amount)
      explanation.vatRows
      Row("category", filed.category)
      explanation.supplyRows
      if let project { Row("project", project) }
      if let text = explanation.text { Row("description", text) }
      receipt.rows
      if let lock = explanation.lock { Row("locked", lock) }
      explanation.locks.rows
    }
    switch choice {
    case "approve":
      switch try await books.approve(filed) {
      case .approved: return true
      case .changed: try await context.show("changed")
      case .gone: try await context.show("gone")
      // Of one alone an error says so, which holds the session.
      case .unknown: break
      }
      return false
    case "remove":
      try await context.confirm("confirm-removal", with: ["amount": explanation.amount.positive]) {
        // The service keeps the file when an explanation is removed.
        if let receipt = explanation.receipt { Row("receipt-moves", receipt.name) }
      }
      try await books.remove(explanation.id)
      return false
    case "change":
      let flow = ExplanationFlow(
        access: access, setting: try await books.setting(of: account), transaction: transaction.id,
        replaced: explanation, receipt: receipt.file)
      _ = try await context.visit(flow)
      return false
    default: throw FlowCancelled(.declined)
    }
  }
}

extension BooksContext {
  /// What a project is called, or its id: that it cannot be read keeps nobody from anything else.
  fileprivate func name(of project: BookID<FreeAgent.Project>?) async throws -> String? {
    guard let project else { return nil }
    let reply = try await ask("project") { [access] in
      try await access.ask { try await $0.name(of: project) }
    }
    return reply.answer ?? project.text
  }
}
