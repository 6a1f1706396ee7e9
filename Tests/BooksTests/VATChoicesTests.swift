import Books
import BooksTestSupport
import Days
import Money
import TestSupport
import Testing

/// What can be told of VAT, by the place where it is due.
struct VATChoicesTests {
  private func rates(_ percents: String...) throws -> [VATRate] {
    try percents.map { try #require(VATRate(percent: try decimal($0))) }
  }

  private func percents(_ choices: VATChoices) -> [String?] {
    choices.all.map { $0.rate?.percent.description }
  }

  @Test func `the usual rates of the United Kingdom are its treatments`() throws {
    let choices = VATChoices.inUnitedKingdom(
      try rates("20", "5", "0"), on: try day("2026-09-14"))
    #expect(choices.all.compactMap(\.treatment) == VATTreatment.allCases)
    #expect(percents(choices) == ["20", "5", "0", nil, nil])
    #expect(choices.gap == nil)
    for treatment in VATTreatment.allCases {
      #expect(choices.choice(of: treatment)?.treatment == treatment)
    }
    #expect(choices.choice(of: nil) == nil)
  }

  @Test func `rates that a company has besides come behind those of treatments, each once`() throws
  {
    let choices = VATChoices.inUnitedKingdom(
      try rates("12.5", "20", "12.5", "0"), on: try day("2026-09-14"))
    #expect(percents(choices) == ["20", "0", "12.5", nil, nil])
    #expect(choices.choice(of: .reduced) == nil)
    #expect(choices.contains(.standard) && !choices.contains(.reduced))
  }

  @Test func `before the rates are known there is only what has none`() throws {
    let known = try day(VATTreatment.knownFrom)
    let before = VATChoices.inUnitedKingdom(
      try rates("20", "5", "0"), on: try day("2011-01-03"))
    #expect(before.all.compactMap(\.treatment) == [.exempt, .outsideTheScope])
    #expect(before.gap == .day)
    #expect(VATChoices.inUnitedKingdom(try rates("20"), on: known).gap == nil)
  }

  @Test func `a company elsewhere has its rates and none, and no treatment`() throws {
    let choices = VATChoices.elsewhere(try rates("13", "5", "13"))
    #expect(percents(choices) == ["13", "5", nil])
    #expect(choices.all.allSatisfy { $0.treatment == nil && $0.names.isEmpty })
    for treatment in VATTreatment.allCases { #expect(choices.choice(of: treatment) == nil) }
  }

  @Test func `a country has its rates by their names, the standard one as such`() throws {
    let named = zip(
      try rates("23", "9", "13.5", "13.5"), [["Standard"], ["Reduced"], ["Reduced"], ["Parking"]])
    let choices = VATChoices.supplied(at: named.map { (rate: $0, names: $1) })
    #expect(percents(choices) == ["23", "9", "13.5", nil, nil])
    #expect(choices.all[2].names == ["Reduced", "Parking"])
    #expect(choices.choice(of: .standard)?.rate?.percent == 23)
    #expect(choices.choice(of: .reduced) == nil)
    #expect(choices.choice(of: .exempt)?.treatment == .exempt)
    #expect(!choices.contains(.standard))
    #expect(VATChoices.supplied(at: []).gap == .country)
  }

  @Test func `only what a company sells can be taxed elsewhere`() {
    #expect(ECStatus.allCases.filter(\.isOfSalesAlone) == [.moss])
  }

  @Test func `a company elsewhere is registered on every day`() throws {
    for text in ["0001-01-01", "2026-09-14", "9999-12-31"] {
      #expect(VATRegistration.always.contains(try day(text)))
      #expect(!VATRegistration.none.contains(try day(text)))
    }
  }
}
