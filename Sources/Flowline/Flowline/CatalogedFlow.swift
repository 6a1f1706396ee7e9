/// A flow whose texts are in a catalogue of its type, such as that of its feature.
///
///     struct WithdrawFlow: CatalogedFlow {
///       static let texts = TextCatalog(PackageResources.Withdraw_xcstrings)
///       ...
///     }
///
/// Its steps have their texts there; its body writes others with `texts("refused", amount)`.
public protocol CatalogedFlow<Output>: Flow {
  /// The texts of the flow and its steps.
  static var texts: TextCatalog { get }
}

extension CatalogedFlow {
  /// The texts of the flow and its steps.
  public var texts: TextCatalog { Self.texts }

  /// The catalogue of its type.
  public var catalog: TextCatalog? { Self.texts }
}
