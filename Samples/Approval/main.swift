import Flowline
import FlowlineProgram

// An expense that a second person approves. Try it with
//
//     approval run expense --answer purpose=Train --answer amount=120 --no-input
//     approval deliver last approval '{"by":"Ann","isGranted":true}' --key mail-4711
var catalog = FlowCatalog()
catalog.add(ExpenseFlow())
FlowProgram("approval", catalog).main()
