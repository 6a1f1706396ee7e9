import CLibEdit
import CLibEditShims
import Glibc

/// The keys the editor cannot do without.
enum EditorBindings {
  /// Takes over the user's `~/.editrc`, then binds what must be bound.
  ///
  /// - Returns: Whether the user has settings of their own.
  static func install(in handle: OpaquePointer) -> Bool {
    // This resets every key, so it comes first.
    flowline_el_set_editor(handle, "emacs")
    for function in functions {
      flowline_el_add_function(handle, function.name, function.body)
    }
    let hasSettings = el_source(handle, nil) == 0
    // A file that turns editing off would turn the prompt off with it.
    flowline_el_set_edit_mode(handle, 1)
    // It forks an editor on a file that holds the line.
    flowline_el_bind_alternative_key(handle, wchar_t(UInt8(ascii: "v")), "ed-unassigned")
    for (key, name) in keys { flowline_el_bind_key(handle, wchar_t(key), name) }
    return hasSettings
  }

  private static let keys: [(UInt8, String)] = [
    (EditorKey.back.rawValue, "flowline-back"),
    (EditorKey.insert.rawValue, "flowline-insert"),
    (EditorKey.beep.rawValue, "flowline-beep"),
    (EditorKey.wordLeft.rawValue, "ed-prev-word"),
    (EditorKey.wordRight.rawValue, "em-next-word"),
    (EditorKey.deleteForward.rawValue, "ed-delete-next-char"),
    (EditorKey.lineStart.rawValue, "ed-move-to-beg"),
    (EditorKey.lineEnd.rawValue, "ed-move-to-end"),
    (UInt8(ascii: "\t"), "flowline-complete"),
    (0x04, "flowline-end-or-delete"),
  ]

  private static let functions: [(name: String, body: flowline_key_function)] = [
    ("flowline-back", { editor, _ in withEditor(editor) { $0.goBack() } }),
    ("flowline-insert", { editor, _ in withEditor(editor) { $0.insertWaitingText() } }),
    ("flowline-beep", { _, _ in UInt8(CC_ERROR) }),
    ("flowline-complete", { editor, _ in withEditor(editor) { $0.complete() } }),
    ("flowline-end-or-delete", { editor, _ in withEditor(editor) { $0.endOrDelete() } }),
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
