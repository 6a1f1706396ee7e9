import Books
import BooksClient
import Days
import Flowline
import FoundationEssentials
import FreeAgentAPI
import Money

/// What was answered of something to be booked, and its receipt.
struct Booking<Contents: BookedContents>: Codable, Sendable {
  var contents: Contents
  /// The receipt; nil if there is none.
  var receipt: KeptFile?
}

/// The parts that explanations and claims have alike.
struct BookedParts<Contents: BookedContents>: Sendable {
  typealias Part = FormPart<Contents>

  let setting: any BookedSetting
  /// What was answered before; those answers are suggested again.
  let before: Contents?

  /// The status for VAT reports, one of those that may be used for what was answered so far, or the one that was
  /// chosen before for a sale or a purchase of the same day; nil if there is none to choose.
  ///
  /// - Parameter made: what was answered so far.
  func ecStatus(of made: Contents) -> Part? {
    let valid = setting.company.ecStatuses(on: made.day, forSale: made.isSale)
    let isAlike = before?.day == made.day && before?.isSale == made.isSale
    let kept = isAlike ? before?.ecStatus : nil
    let statuses = ECStatus.allCases.filter { valid.contains($0) || $0 == kept }
    guard !statuses.isEmpty else { return nil }
    return Part(\.ecStatus, statuses.choice(before?.ecStatus), if: { statuses.contains($0) }) {
      Row("ec-status", sharedTexts("ec-status.option.\($0.word)"))
    }
  }

  /// The project whose customer pays.
  func project(isRequired: Bool = false) -> Part {
    let projects = setting.projects
    let screen = projects.choice("project", before?.project)
    return Part(\.project, screen, isRequired: isRequired) {
      Row("project", projects.name(of: $0))
    }
  }

  /// How that customer is billed.
  var rebilling: Part {
    Part(\.rebilling, ExplanationDraft.Rebilling.screen(before: before?.rebilling)) {
      Row("rebill", sharedTexts("rebill.option.\($0.rawValue)"))
    }
  }

  /// What the customer is billed in place of the cost; nobody is to be asked for it if that is billed.
  func rebillFactor(_ way: ExplanationDraft.Rebilling?) -> Part {
    let earlier = before?.rebilling == way ? before?.rebillFactor : nil
    let screen = (way ?? .cost).factorScreen(before: earlier)
    return Part(\.rebillFactor, screen, as: { ExactDecimal($0.description) }) {
      setting.company.row(ofFactor: $0, way)
    }
  }

  /// What was bought or sold of the stock.
  var stock: Part { Part(\.stock, "stock", of: setting.stock, before: before) }

  /// How much of it.
  var quantity: Part {
    let screen = NumberScreen("quantity", in: 1...1_000_000, default: before?.quantity)
    return Part(\.quantity, screen.texts(in: sharedTexts)) { Row("quantity", $0) }
  }

  /// The property, for a landlord: one of those that there are, or its number if they cannot be listed.
  var property: Part {
    guard let properties = setting.properties, !properties.isEmpty else {
      return Part(
        \.property, propertyNumberScreen(before?.property),
        as: { BookID<FreeAgent.Property>($0) }
      ) { Row("property", $0.text) }
    }
    return Part(\.property, "property", of: properties, before: before)
  }

  /// A line of text that may be left out.
  func line(
    _ id: StepID, _ place: any WritableKeyPath<Contents, String?> & Sendable,
    length: ClosedRange<Int>, row: @escaping @Sendable (String) -> Row
  ) -> Part {
    let screen = TextScreen(id, length: length, default: before?[keyPath: place])
    return Part(place, screen, isRequired: false, row: row)
  }
}
