import CommandArguments
import Flowline
import FlowlineJSONLines
import Glibc

// A program that is gone is found out by the write that fails, not by a signal.
signal(SIGPIPE, SIG_IGN)

do {
  let options = try Options(CommandArguments.all())
  let world = try World(options)
  let frontEnd = JSONLinesFrontEnd(
    "flowline-jsonl", world: world.name, environment: { options.environment }
  ) { world.catalog(in: $0) }
  let end = frontEnd.run()
  exit(end.isOver && end.isWritten ? EXIT_SUCCESS : EXIT_FAILURE)
} catch {
  _ = "flowline-jsonl: \(error)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(error is UnreadableArgument ? 2 : EXIT_FAILURE)
}
