import CLibEdit
import CLibEditShims

/// libedit's copy of a history.
final class EditLineHistory {
  /// What to attach.
  let handle: OpaquePointer

  private let source: LineHistory
  private let clusters: Clusters
  private var revision: Int?

  /// Creates a copy of `source`; `nil` without memory.
  init?(of source: LineHistory, as clusters: Clusters) {
    guard let handle = history_winit() else { return nil }
    self.handle = handle
    self.source = source
    self.clusters = clusters
    flowline_history_set_size(handle, Int32(LineHistory.capacity))
  }

  deinit {
    history_wend(handle)
  }

  /// Takes over what changed since the last time.
  func refresh() {
    guard revision != source.revision else { return }
    revision = source.revision
    flowline_history_clear(handle)
    for entry in source.entries {
      WideText.withCharacters(of: clusters.encoded(OneLine.text(entry))) {
        _ = flowline_history_enter(handle, $0)
      }
    }
  }
}
