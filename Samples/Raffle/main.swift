import Flowline
import FlowlineProgram

// A raffle whose draw anybody can check: its journal replays to the same winners. Try it with
//
//     raffle run draw --answer list=names.txt --answer prizes=3
var catalog = FlowCatalog()
catalog.add(DrawFlow())
FlowProgram("raffle", catalog).main()
