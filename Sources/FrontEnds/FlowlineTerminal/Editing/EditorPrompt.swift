import Glibc

/// The prompt in memory that outlives the calls of libedit.
struct EditorPrompt: ~Copyable {
  private(set) var characters: UnsafeMutablePointer<wchar_t>

  init() {
    characters = .allocate(capacity: 1)
    characters.initialize(to: 0)
  }

  deinit {
    characters.deallocate()
  }

  mutating func set(_ text: String) {
    let scalars = text.unicodeScalars
    let count = scalars.count
    let new = UnsafeMutablePointer<wchar_t>.allocate(capacity: count + 1)
    for (offset, scalar) in scalars.enumerated() {
      (new + offset).initialize(to: wchar_t(scalar.value))
    }
    (new + count).initialize(to: 0)
    characters.deallocate()
    characters = new
  }
}
