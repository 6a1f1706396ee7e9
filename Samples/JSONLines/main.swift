import Flowline
import Glibc

// A program that is gone is found out by the write that fails, not by a signal.
signal(SIGPIPE, SIG_IGN)

let output = Output()
do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  let conversation = Conversation(world: try World(options), options: options, output: output)
  var lines = LineReader()
  while !output.hasFailed, let line = lines.next() { conversation.take(line) }
  exit(conversation.end() ? EXIT_SUCCESS : EXIT_FAILURE)
} catch {
  output.complain("\(error)")
  exit(EXIT_FAILURE)
}
