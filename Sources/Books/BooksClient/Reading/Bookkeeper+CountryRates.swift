public import Books
public import Days
import FreeAgentAPI
public import Money

/// A rate of VAT in a country of the EC.
public struct CountryRate: Sendable, Hashable, Codable {
  /// The rate, in per cent.
  public let percent: ExactDecimal
  /// What it is called, in the service’s word, such as `Reduced`; nil if the service does not say.
  public let name: String?
}

/// The VAT of countries where customers are taxed.
extension Bookkeeper {
  /// The rates of a country on a day, in the service’s order; empty if it knows none.
  ///
  /// - Parameters:
  ///   - country: the country, by its name in English.
  ///   - day: the day.
  /// - Throws: a ``BooksError``.
  public func vatRates(in country: String, on day: Day) async throws -> [CountryRate] {
    do {
      let rates = try await ask(FreeAgent.GetPlaceOfSupplyRates(country: country, day: day))
      return rates.elements.compactMap { rate in
        rate.percentage.map { CountryRate(percent: $0, name: rate.band) }
      }
    } catch let error as BooksError where error.code == .gone || error.code == .notAllowed {
      return []
    }
  }
}

extension VATChoices {
  /// What can be told of the VAT of something that is supplied to a country.
  ///
  /// - Parameter rates: the rates of the country.
  public init(suppliedAt rates: [CountryRate]) {
    self = .supplied(
      at: rates.compactMap { rate in
        VATRate(percent: rate.percent).map {
          (rate: $0, names: [rate.name].compactMap(\.self))
        }
      })
  }
}
