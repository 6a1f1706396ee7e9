import CLibEdit
import CLibEditShims
import Glibc

/// The keys the editor cannot do without, and some that are good to have.
enum EditorBindings {
  /// What the user made of libedit.
  struct Settings {
    /// Whether there are settings in `~/.editrc`.
    var exist: Bool
    /// Whether they ask for vi's keys.
    var usesVi: Bool
  }

  /// Takes over the user's `~/.editrc`, then binds what must be bound.
  static func install(in handle: OpaquePointer) -> Settings {
    // This resets every key, so it comes first.
    flowline_el_set_editor(handle, "emacs")
    for function in functions {
      flowline_el_add_function(handle, function.name, function.body)
    }
    for (key, name) in offered { flowline_el_bind_key(handle, wchar_t(key), name) }
    let exist = el_source(handle, nil) == 0
    // A file that turns editing off would turn the prompt off with it.
    flowline_el_set_edit_mode(handle, 1)
    flowline_el_stop_flow_control(handle)
    // These take a command of libedit's, which may turn off what we stand on.
    flowline_el_unbind_sequence(handle, "\u{1B}x")
    flowline_el_unbind_sequence(handle, "\u{1B}X")
    flowline_el_bind_alternative_key(handle, wchar_t(UInt8(ascii: ":")), "ed-unassigned")
    // It forks an editor on a file that holds the line.
    flowline_el_bind_alternative_key(handle, wchar_t(UInt8(ascii: "v")), "ed-unassigned")
    for (key, name) in keys { flowline_el_bind_key(handle, wchar_t(key), name) }
    return Settings(exist: exist, usesVi: flowline_el_uses_vi(handle) != 0)
  }

  private static let keys: [(UInt8, String)] = [
    (EditorKey.back.rawValue, "flowline-back"),
    (EditorKey.change.rawValue, "flowline-change"),
    (EditorKey.beep.rawValue, "flowline-beep"),
    (EditorKey.wordLeft.rawValue, "flowline-word-left"),
    (EditorKey.wordRight.rawValue, "flowline-word-right"),
    (EditorKey.deleteWordLeft.rawValue, "flowline-delete-word-left"),
    (EditorKey.deleteWordRight.rawValue, "flowline-delete-word-right"),
    (EditorKey.deleteForward.rawValue, "ed-delete-next-char"),
    (EditorKey.lineStart.rawValue, "ed-move-to-beg"),
    (EditorKey.lineEnd.rawValue, "ed-move-to-end"),
    (EditorKey.up.rawValue, "flowline-older"),
    (EditorKey.down.rawValue, "flowline-newer"),
    (EditorKey.left.rawValue, "ed-prev-char"),
    (EditorKey.right.rawValue, "ed-next-char"),
    (EditorKey.pageUp.rawValue, "flowline-beep"),
    (EditorKey.pageDown.rawValue, "flowline-beep"),
    (UInt8(ascii: "\t"), "flowline-complete"),
    (0x04, "flowline-end-or-delete"),
  ]

  /// Those that the user's settings may give another meaning.
  private static let offered: [(UInt8, String)] = [
    (0x17, "flowline-delete-to-space"),
    (0x15, "flowline-delete-all"),
    (0x0B, "flowline-delete-to-end"),
    (0x19, "flowline-put-deleted"),
    (0x10, "flowline-older"),
    (0x0E, "flowline-newer"),
  ]

  private static let functions: [(name: String, body: flowline_key_function)] = [
    ("flowline-back", { editor, _ in withEditor(editor) { $0.goBack() } }),
    ("flowline-change", { editor, _ in withEditor(editor) { $0.makeChange() } }),
    ("flowline-beep", { _, _ in UInt8(CC_ERROR) }),
    ("flowline-complete", { editor, _ in withEditor(editor) { $0.complete() } }),
    ("flowline-end-or-delete", { editor, _ in withEditor(editor) { $0.endOrDelete() } }),
    ("flowline-word-left", { editor, _ in withEditor(editor) { $0.goWordLeft() } }),
    ("flowline-word-right", { editor, _ in withEditor(editor) { $0.goWordRight() } }),
    (
      "flowline-delete-word-left",
      { editor, _ in withEditor(editor) { $0.deleteWordLeft(.letters) } }
    ),
    (
      "flowline-delete-to-space",
      { editor, _ in withEditor(editor) { $0.deleteWordLeft(.unspaced) } }
    ),
    ("flowline-delete-word-right", { editor, _ in withEditor(editor) { $0.deleteWordRight() } }),
    ("flowline-delete-all", { editor, _ in withEditor(editor) { $0.deleteAll() } }),
    ("flowline-delete-to-end", { editor, _ in withEditor(editor) { $0.deleteToEnd() } }),
    ("flowline-older", { editor, _ in withEditor(editor) { $0.recallOlder() } }),
    ("flowline-newer", { editor, _ in withEditor(editor) { $0.recallNewer() } }),
    ("flowline-put-deleted", { editor, _ in withEditor(editor) { $0.putDeleted() } }),
  ]
}

/// The prompt, when libedit asks for it.
let editorPrompt: flowline_prompt_function = { handle in
  editor(of: handle)?.promptCharacters
}

/// The next character, when libedit asks for it.
let editorReader: flowline_read_function = { handle, cell in
  guard let editor = editor(of: handle), let cell else { return 0 }
  return editor.readCharacter(into: cell)
}

private func editor(of handle: OpaquePointer?) -> LineEditor? {
  guard let handle, let data = flowline_el_client_data(handle) else { return nil }
  return Unmanaged<LineEditor>.fromOpaque(data).takeUnretainedValue()
}

private func withEditor(
  _ handle: OpaquePointer?, _ body: (LineEditor) -> Int32
) -> UInt8 {
  editor(of: handle).map { UInt8(truncatingIfNeeded: body($0)) } ?? UInt8(CC_ERROR)
}
