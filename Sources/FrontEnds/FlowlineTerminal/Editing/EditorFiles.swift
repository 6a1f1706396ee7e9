import CLibEdit
import CLibEditShims
import Glibc

/// The stdio streams libedit is given, over descriptors of their own.
final class EditorFiles {
  let input: UnsafeMutablePointer<FILE>
  let output: UnsafeMutablePointer<FILE>
  private let silence: UnsafeMutablePointer<FILE>
  private let outputDescriptor: Int32
  /// What the output is drawn by: kept as long as the stream.
  private let drawings: Drawings

  /// Opens them; `nil` if there is no memory or no descriptor left.
  init?(input: Int32, output: Int32, drawings: Drawings) {
    guard let inputFile = flowline_open_stream(input, "r") else { return nil }
    guard let outputFile = drawings.openStream(to: output) else {
      fclose(inputFile)
      return nil
    }
    guard let silence = fopen("/dev/null", "we") else {
      fclose(inputFile)
      fclose(outputFile)
      return nil
    }
    self.input = inputFile
    self.output = outputFile
    outputDescriptor = output
    self.drawings = drawings
    self.silence = silence
  }

  deinit {
    fclose(input)
    fclose(output)
    fclose(silence)
  }

  /// Starts libedit.
  ///
  /// What it says of an unknown terminal goes nowhere: it works all the same.
  func makeEditLine(program: String) -> OpaquePointer? {
    // The stream that draws has no descriptor of its own.
    el_init_fd(
      program, input, output, silence, fileno(input), outputDescriptor, fileno(silence))
  }

  /// Lets libedit speak: of mistakes in the user's own settings.
  func endSilence(of handle: OpaquePointer) {
    flowline_el_set_error_file(handle, output)
  }
}
