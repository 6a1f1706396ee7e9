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
    .getting(FreeAgent.Property.self) { try $1.property($0.id) },
    .listing(FreeAgent.Property.self) { try $1.properties($3) },
    .creating(FreeAgent.Property.self) { try $1.add($2) },
    .updating(FreeAgent.Property.self) { try $1.change(property: $0.id, by: $2) },
    .deleting(FreeAgent.Property.self) { try $1.delete(property: $0.id) },
  ]

  static let accountLocks: [Operation] = [
    .answering(FreeAgent.GetAccountLocks.self) { _, ledger in try ledger.accountLocks().member },
    .answering(FreeAgent.SetAccountLock.self) { call, ledger in
      let lock = try call.contents(FreeAgent.AccountLock.self, named: FreeAgent.AccountLock.key)
      try ledger.setAccountLock(lock, by: call.user)
      return try ledger.accountLocks().member
    },
    .doing(FreeAgent.RemoveAccountLock.self) { _, ledger in try ledger.removeAccountLock() },
  ]

  /// Source: FreeAgent API documentation, “Company”.
  private static let businessCategories = [
    "Accounting & Bookkeeping", "Administration", "Agriculture", "Apparel & Fashion",
    "Architecture & Planning", "Arts & Crafts", "Automotive", "Aviation", "Biotechnology",
    "Builder",
    "Business / Management Consulting", "Childcare", "Cleaning", "Commercial Property",
    "Communications", "Courier", "Design", "Driver (Taxi / Private)", "Education", "Electrician",
    "Energy", "Engineering", "Entertainment", "Events", "Film & TV", "Financial Services",
    "Floristry", "Food & Beverages", "Gambling & Casinos", "Hair & Beauty",
    "Health & Social Care", "Health, Wellness and Fitness", "Hospitality",
    "IT Contractor / Consulting", "Joiner", "Landscape Gardener", "Legal Services",
    "Leisure & Tourism", "Logistics", "Marketing & Advertising", "Music", "Other",
    "Painter and Decorator", "Performing Arts", "Photography", "Plasterer", "Plumber",
    "Property / Landlord", "Retail", "Social Clubs", "Software Development", "Utilities",
    "Vet & Pet Care", "Web Design",
  ]
}
