import { runCommand } from './cli/run-command.ts'
import { shop } from './shop.ts'

await runCommand(shop)
