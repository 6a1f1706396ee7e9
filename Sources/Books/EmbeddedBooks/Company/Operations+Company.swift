import FreeAgentAPI

extension Operations {
  static let company: [Operation] = [
    .answering(FreeAgent.GetCompany.self) { _, ledger in
      try ledger.company().enveloped(as: FreeAgent.Company.key)
    },
    .answering(FreeAgent.GetBusinessCategories.self) { _, _ in
      .object([FreeAgent.GetBusinessCategories.key: businessCategories.member])
    },
    .answering(FreeAgent.GetEmailAddresses.self) { _, ledger in
      .object([FreeAgent.GetEmailAddresses.key: try ledger.verifiedSenders().member])
    },
  ]

  private static let businessCategories = [
    "Accounting & Bookkeeping", "Administration Services", "Agriculture", "Arts & Crafts",
    "Construction & Trades", "Design", "Education & Training", "Engineering", "Food & Drink",
    "Health & Beauty", "IT Consultancy", "Legal Services", "Manufacturing",
    "Marketing & Advertising", "Photography", "Property", "Retail", "Software Development",
    "Transport", "Writing & Translation",
  ]
}
