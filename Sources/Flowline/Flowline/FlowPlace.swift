/// How a child is shown beside the pages of the flow that runs it.
public enum PresentationStyle: String, Sendable, Hashable, Codable, CaseIterable {
  /// Among the pages of the flow that runs it.
  case inPlace = "in-place"
  /// On top of them in the same stack, with a way back to them.
  case pushed
  /// Over all of it, apart: it is closed as a whole.
  case modal
}

/// A place of its own that a flow is shown in: one that is pushed or modal.
///
/// See ``Flow/presented(_:)``.
public struct FlowPlace: Sendable, Hashable, Codable {
  /// Tells this place from every other of the controller; see ``FlowController/gone(place:)``.
  ///
  /// Going back inside the flow does not change it.
  public let number: Int
  /// The flow that is shown in it.
  public let flow: FlowID
  /// What people call the flow.
  public let title: LocalizedText
  /// Whether it is pushed or modal.
  public let style: PresentationStyle
}

extension Flow {
  /// In place: among the pages of the flow that runs it.
  public var presentationStyle: PresentationStyle { .inPlace }

  /// The same flow, shown in a place of its own when it runs inside another.
  ///
  ///     let card = try await context.run(AddCardFlow().presented(.modal))
  ///
  /// Nothing else changes: the flow does not know how it is shown, and the journal does not say.
  /// Front ends hear of the place with the first thing to be seen in it (``Presenter/open(_:)``,
  /// ``Prompt/place``), and that it is to be closed once the flow has ended and all it presented
  /// was dismissed (``Presenter/close(_:)``): the caller's ``Dismisser`` covers the place. On a
  /// session's root flow it has no effect: the program that starts the session shows it.
  public func presented(_ style: PresentationStyle) -> some Flow<Output> {
    PresentedFlow(base: self, presentationStyle: style)
  }
}

extension FlowWrapper {
  /// How the flow inside is shown.
  public var presentationStyle: PresentationStyle { base.presentationStyle }
}

extension ScreenWrapper {
  /// How the screen inside is shown.
  public var presentationStyle: PresentationStyle { base.presentationStyle }
}

private struct PresentedFlow<Base: Flow>: FlowWrapper {
  typealias Output = Base.Output

  let base: Base
  let presentationStyle: PresentationStyle
}

extension FlowController {
  /// Says that a place is gone, with all that is shown in it: a modal that was swiped away.
  ///
  /// Its flow is cancelled as dismissed, and no presenter is asked to close it.
  ///
  /// - Parameter number: the ``FlowPlace/number``; refused as stale if the place is not there any
  ///   more.
  /// - Returns: whether it was done, or why not.
  @discardableResult
  public func gone(place number: Int) -> Reception { drive(.gonePlace(number)) }
}
