import Flowline

/// What the standard walks through places walk: sends somebody a parcel.
///
/// It asks for the address in a modal child, which asks for a locker in a pushed one. However a child
/// ends, what it has on show is dismissed and the flow around it continues.
struct ParcelFlow: Flow {
  let id: FlowID = "parcel"
  let title: Text = "Send a parcel"

  /// The result.
  struct Parcel: Codable, Sendable {
    let weight: Int
    let address: Address?
    let note: String
  }

  /// Where it goes.
  struct Address: Codable, Sendable {
    let name: String
    /// The number of the locker; nil if it goes to a street.
    let locker: Int?
    let street: String?
  }

  func run(_ context: FlowContext) async throws -> Parcel {
    let weight = try await context.run(
      NumberScreen("weight", "How many kilograms does it weigh?", in: 1...30))
    let address = try await context.outcome(
      of: FindAddress().presented(.modal), handler: FlowHandler())
    let note = try await context.run(TextScreen("note", "A note?", length: 1...60))
    return Parcel(weight: weight, address: try address.unlessLeft, note: note)
  }

  private struct FindAddress: Flow {
    let id: FlowID = "address"
    let title: Text = "Address"

    func run(_ context: FlowContext) async throws -> Address {
      let name = try await context.run(TextScreen("name", "For whom?", length: 1...30))
      let locker = try await context.outcome(
        of: FindLocker().presented(.pushed), handler: FlowHandler())
      if let number = try locker.unlessLeft {
        return Address(name: name, locker: number, street: nil)
      }
      let street = try await context.run(TextScreen("street", "Which street?", length: 1...60))
      return Address(name: name, locker: nil, street: street)
    }
  }

  private struct FindLocker: Flow {
    let id: FlowID = "locker"
    let title: Text = "Locker"

    func run(_ context: FlowContext) async throws -> Int {
      try await context.run(NumberScreen("number", "Which locker?", in: 1...99))
    }
  }

  /// The flow alone.
  static let catalog: FlowCatalog = {
    var catalog = FlowCatalog()
    catalog.add(ParcelFlow(), summary: "Sends somebody a parcel.")
    return catalog
  }()
}

extension Outcome {
  /// The result; nil if the person left the flow.
  fileprivate var unlessLeft: Output? {
    get throws {
      switch self {
      case .finished(let output): return output
      case .cancelled: return nil
      case .failed(let failure): throw failure.cause
      }
    }
  }
}
