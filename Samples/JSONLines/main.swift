import Bank
import CommandArguments
import Flowline
import FlowlineJSONLines
import Glibc

// A program that is gone is found out by the write that fails, not by a signal.
signal(SIGPIPE, SIG_IGN)

func tell(_ line: String, on descriptor: Int32) {
  _ = "\(line)\n".withCString { write(descriptor, $0, strlen($0)) }
}

do {
  let options = try Options(CommandArguments.all())
  if options.asksForHelp {
    tell(Options.usage, on: STDOUT_FILENO)
    exit(EXIT_SUCCESS)
  }
  let world = try World(options)
  let frontEnd = JSONLinesFrontEnd(
    "flowline-jsonl", world: world.name, environment: { options.environment }
  ) { world.catalog(in: $0) }
  let end = frontEnd.run()
  exit(end.isOver && end.isWritten ? EXIT_SUCCESS : EXIT_FAILURE)
} catch {
  tell("flowline-jsonl: \(error)", on: STDERR_FILENO)
  // 2 is a command line that cannot be followed, as it is of `flowline`.
  let isUsage =
    error is UnreadableArgument || error is UsageFault || (error as? BankError)?.code == .token
  exit(isUsage ? 2 : EXIT_FAILURE)
}
