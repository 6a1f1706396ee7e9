import CLibEdit
import CLibEditShims
import Glibc

/// libedit, as the editor uses it: it owns the terminal's modes, the line with its cursor, the
/// key map with what `~/.editrc` makes of it, and vi's mode with what that needs of a history.
///
/// It draws nothing. Its own drawing takes every code point for a character, goes by the C library's
/// widths and has written over its memory at the edges of small windows; so it draws to a stream that
/// only counts bells, for a window that any line fits, and ``LineScreen`` shows the line that it holds.
///
/// What a key does beyond libedit is done by ``EditLineUser/perform(_:)``, which libedit calls like any
/// of its own functions. So a repetition, an undo or a search of vi's that is under way stays libedit's
/// matter; what is to be done while it asks for a letter, say, is lost.
final class EditLine {
  /// What the user made of libedit.
  struct Settings {
    /// Whether there are settings in `~/.editrc`.
    var exist = false
    /// Whether they ask for vi's keys.
    var usesVi = false
  }

  /// The line as libedit holds it.
  struct Line {
    let scalars: [Unicode.Scalar]
    /// How many of them are before the cursor.
    let cursor: Int
  }

  private(set) var settings = Settings()
  /// Whether the terminal can move its cursor up.
  let canMove: Bool

  private let handle: OpaquePointer
  private let input: UnsafeMutablePointer<FILE>
  private let silence: UnsafeMutablePointer<FILE>
  private let complaints: UnsafeMutablePointer<FILE>
  private let bells: UnsafeMutablePointer<Int32>
  private let history = EditLineHistory()
  /// Who gives characters and does what keys mean, while a line is read.
  private var user: (any EditLineUser)?
  /// How many columns times rows libedit reckons with; none if that is not known.
  private var room = 0
  /// How many characters libedit's line can hold, at the least.
  private var capacity = 0
  /// The character that libedit was given last.
  private var given: Unicode.Scalar?
  private var repeats = false
  /// Whether libedit gets no character but those that it has.
  private var isForgetting = false

  /// Starts libedit; nil if there is no memory or no descriptor left.
  init?(program: String, input: Int32, output: Int32) {
    bells = .allocate(capacity: 1)
    bells.initialize(to: 0)
    let input = flowline_open_stream(input, "r")
    let silence = flowline_open_bell_counter(bells)
    let complaints = flowline_open_stream(output, "w")
    // What it says of an unknown terminal goes nowhere: it works all the same.
    guard let input, let silence, let complaints,
      let handle = el_init_fd(program, input, silence, silence, fileno(input), output, output)
    else {
      for file in [input, silence, complaints] { if let file { fclose(file) } }
      bells.deallocate()
      return nil
    }
    (self.input, self.silence, self.complaints, self.handle) = (input, silence, complaints, handle)
    canMove = flowline_el_can_move(handle) != 0
    configure()
  }

  deinit {
    // With editing off el_end() leaves type-ahead alone.
    flowline_el_set_edit_mode(handle, 0)
    el_end(handle)
    for file in [input, silence, complaints] { fclose(file) }
    bells.deallocate()
  }

  private func configure() {
    flowline_el_set_client_data(handle, Unmanaged.passUnretained(self).toOpaque())
    flowline_el_set_signal_handling(handle, 0)
    // Mistakes in the user's own settings are reported.
    flowline_el_set_error_file(handle, complaints)
    flowline_el_set_bell(handle)
    flowline_el_set_no_prompt(handle)
    flowline_el_set_reader(handle, nextCharacter)
    bind()
    fflush(complaints)
  }

  /// Takes over the user's `~/.editrc`, then binds what must be bound.
  private func bind() {
    // This resets every key, so it comes first.
    flowline_el_set_editor(handle, "emacs")
    flowline_el_add_function(handle, Self.function, performKey)
    for key in EditorKey.offered { flowline_el_bind_key(handle, wchar_t(key), Self.function) }
    // A file with a mistake in it counts up to there.
    settings.exist = el_source(handle, nil) == 0 || Self.hasSettings
    // A file that turns editing off would turn the prompt off with it.
    flowline_el_set_edit_mode(handle, 1)
    flowline_el_stop_flow_control(handle)
    // These take a command of libedit's, which may turn off what the editor needs.
    flowline_el_unbind_sequence(handle, "\u{1B}x")
    flowline_el_unbind_sequence(handle, "\u{1B}X")
    flowline_el_bind_alternative_key(handle, wchar_t(UInt8(ascii: ":")), "ed-unassigned")
    // It forks an editor on a file that holds the line.
    flowline_el_bind_alternative_key(handle, wchar_t(UInt8(ascii: "v")), "ed-unassigned")
    // A repetition whose text has the letter again would go on for ever.
    flowline_el_bind_alternative_key(handle, wchar_t(Self.repetition.value), "vi-redo")
    flowline_el_bind_alternative_key(handle, wchar_t(Self.repeatKey.value), Self.function)
    for key in EditorKey.owned { flowline_el_bind_key(handle, wchar_t(key), Self.function) }
    settings.usesVi = flowline_el_uses_vi(handle) != 0
  }

  private static let function = "flowline-key"
  /// The key by which vi does the last change again, and the character that is given for it.
  private static let repeatKey: Unicode.Scalar = "."
  private static let repetition: Unicode.Scalar = "\u{9F}"

  private static var hasSettings: Bool {
    let path = FilePath.variable("EDITRC") ?? FilePath.variable("HOME").map { $0 + "/.editrc" }
    return path.map { access($0, R_OK) == 0 } ?? false
  }
}

/// What libedit asks for while it reads a line.
protocol EditLineUser: AnyObject {
  /// The next character for libedit; nil ends the read.
  func nextCharacter() -> Unicode.Scalar?

  /// Does what a key means that is bound to ``EditLine``'s function.
  func perform(_ key: UInt8) -> EditLine.KeyOutcome
}

extension EditLine {
  /// The outcome of a key.
  enum KeyOutcome {
    case done
    /// It could not be done, and there is a beep.
    case refused
    /// The read is over.
    case end
  }

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - user: who gives the characters.
  ///   - entries: what vi's own commands recall, oldest first.
  /// - Returns: the line without its newline; nil if the read was ended in another way.
  func readLine(for user: any EditLineUser, recalling entries: [String]) -> String? {
    self.user = user
    defer { self.user = nil }
    // It begins with the size of the window, whatever that is by now.
    room = 0
    repeats = false
    forgetRepetition()
    // What is in the line before a read is forgotten by it.
    if capacity == 0 { reserve(1 << 13) }
    history.attach(entries, to: handle)
    var count: Int32 = 0
    guard let start = el_wgets(handle, &count), count > 0 else { return nil }
    var scalars = Self.scalars(start, Int(count))
    if scalars.last == "\n" { scalars.removeLast() }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// Forgets what is left of a repetition of vi's in whose middle the last read ended: libedit would
  /// type it here.
  private func forgetRepetition() {
    guard settings.exist else { return }
    isForgetting = true
    defer { isForgetting = false }
    var character: wchar_t = 0
    while el_wgetc(handle, &character) == 1 {}
  }

  /// Raw mode on or off.
  func prepareTerminal(_ isOn: Bool) { flowline_el_prepare_terminal(handle, isOn ? 1 : 0) }

  /// Whether libedit has beeped since this was asked for last.
  func takeBell() -> Bool {
    fflush(silence)
    defer { bells.pointee = 0 }
    return bells.pointee > 0
  }

  /// The line now.
  var line: Line {
    guard let line = el_wline(handle)?.pointee else { return Line(scalars: [], cursor: 0) }
    let before = Self.scalars(line.buffer, max(line.cursor - line.buffer, 0))
    let after = Self.scalars(line.cursor, max(line.lastchar - line.cursor, 0))
    return Line(scalars: before + after, cursor: before.count)
  }

  /// Puts text at the cursor; false without memory.
  func insert(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard !scalars.isEmpty else { return true }
    var characters = scalars.map { wchar_t($0.value) }
    characters.append(0)
    return el_winsertstr(handle, characters) == 0
  }

  /// Deletes so many scalars before the cursor.
  func delete(_ count: Int) { if count > 0 { el_deletestr(handle, Int32(count)) } }

  /// Moves the cursor by so many scalars.
  func moveCursor(by count: Int) { if count != 0 { el_cursor(handle, Int32(count)) } }

  /// Makes libedit ready for one character more.
  ///
  /// Some of vi's commands leave the cursor outside of the line, where the next would delete what is
  /// not there. A search of vi's puts up to
  /// `EL_BUFSIZ` characters behind the line without asking whether there is room. A line that does not
  /// fit the window libedit thinks of is drawn by it beyond its memory.
  private func makeReady() {
    guard let line = el_wline(handle)?.pointee else { return }
    if line.cursor < line.buffer { el_cursor(handle, 1) }
    if line.cursor > line.lastchar { el_cursor(handle, -1) }
    // While it searches it holds on to the place where the line is.
    if count + Self.searchRoom > capacity, !isSearching {
      let filler = max(count, Self.searchRoom)
      reserve(filler)
      delete(filler)
    }
    // What cannot be printed is spelled out in up to eight columns.
    let needed = (count + 2) * 8
    guard needed > room else { return }
    let rows = needed * 2 / Self.columns + 16
    room = rows * Self.columns
    flowline_el_set_size(handle, Int32(Self.columns), Int32(clamping: rows))
  }

  /// The width of the window that libedit thinks of.
  ///
  /// It stays, so that places in it stay, too.
  private static let columns = 1 << 12

  /// What a search of vi's may need behind the line: `EL_BUFSIZ`, and its prompt.
  private static let searchRoom = (1 << 10) + 16

  /// Whether the text of a search of vi's is behind the line.
  private var isSearching: Bool {
    guard let line = el_wline(handle)?.pointee else { return false }
    return UnsafeBufferPointer(start: line.buffer, count: count).contains(wchar_t(0x0A))
  }

  /// Puts so many spaces at the cursor, for which libedit makes room.
  private func reserve(_ spaces: Int) {
    if insert(String(repeating: " ", count: spaces)) { capacity = max(capacity, count) }
  }

  private var count: Int { el_wline(handle).map { $0.pointee.lastchar - $0.pointee.buffer } ?? 0 }

  /// The line as libedit holds it; invalid scalars are dropped, and so are the characters that the editor
  /// sends to itself.
  private static func scalars(_ start: UnsafePointer<wchar_t>, _ count: Int) -> [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    scalars.reserveCapacity(count)
    for character in UnsafeBufferPointer(start: start, count: count) {
      guard let scalar = Unicode.Scalar(UInt32(bitPattern: character)),
        !(0x80...0x9F).contains(scalar.value)
      else { continue }
      scalars.append(scalar)
    }
    return scalars
  }
}

/// The lines that vi's own commands recall, given to libedit one by one as it asks for them.
private final class EditLineHistory {
  private let reference = UnsafeMutablePointer<flowline_history>.allocate(capacity: 1)
  private var entries: [String] = []
  /// The line that was given last: libedit keeps a pointer to it.
  private var characters: UnsafeMutableBufferPointer<wchar_t> = .allocate(capacity: 0)

  init() { reference.initialize(to: flowline_history()) }

  deinit {
    reference.deallocate()
    characters.deallocate()
  }

  /// Attaches lines, oldest first; none at all would be more than one of vi's commands can bear.
  func attach(_ entries: [String], to handle: OpaquePointer) {
    self.entries = entries
    reference.pointee = flowline_history(
      owner: Unmanaged.passUnretained(self).toOpaque(),
      line: { owner, age in
        guard let owner else { return nil }
        let history = Unmanaged<EditLineHistory>.fromOpaque(owner).takeUnretainedValue()
        return history.line(Int(age))
      }, count: Int32(clamping: entries.count), age: 0)
    flowline_el_set_history(handle, reference)
  }

  private func line(_ age: Int) -> UnsafePointer<wchar_t>? {
    let place = entries.count - 1 - age
    guard entries.indices.contains(place) else { return nil }
    let scalars = OneLine.typed(entries[place]).unicodeScalars.map { wchar_t($0.value) } + [0]
    characters.deallocate()
    characters = .allocate(capacity: scalars.count)
    _ = characters.initialize(from: scalars)
    return UnsafePointer(characters.baseAddress)
  }
}

/// The next character, when libedit asks for it.
private let nextCharacter: flowline_read_function = { handle, cell in
  guard let line = EditLine.of(handle), let cell, let scalar = line.askForCharacter() else {
    errno = ECANCELED
    return -1
  }
  cell.pointee = wchar_t(scalar.value)
  return 1
}

/// What a key means, when libedit comes upon one that is bound to it.
private let performKey: flowline_key_function = { handle, key in
  guard let line = EditLine.of(handle) else { return UInt8(CC_ERROR) }
  return switch line.perform(UInt8(truncatingIfNeeded: key)) {
  case .done: UInt8(CC_NORM)
  case .refused: UInt8(CC_ERROR)
  case .end: UInt8(CC_EOF)
  }
}

extension EditLine {
  fileprivate func askForCharacter() -> Unicode.Scalar? {
    if isForgetting { return nil }
    makeReady()
    defer { makeReady() }
    given = repeats ? Self.repetition : user?.nextCharacter()
    repeats = false
    return given
  }

  fileprivate func perform(_ key: UInt8) -> KeyOutcome {
    guard key == UInt8(ascii: Self.repeatKey) else { return user?.perform(key) ?? .refused }
    // Of a repetition that is under way libedit takes the letters by itself.
    guard given == Self.repeatKey else { return .refused }
    repeats = true
    return .done
  }

  fileprivate static func of(_ handle: OpaquePointer?) -> EditLine? {
    guard let handle, let data = flowline_el_client_data(handle) else { return nil }
    return Unmanaged<EditLine>.fromOpaque(data).takeUnretainedValue()
  }
}
