import { runCommand } from '#server/cli/run-command.ts'
import { shop } from '#server/shop.ts'
import type { ProgramResult } from './program.ts'
import type { SharedCommand } from './shared-command.ts'

/* Runs the commands of `shared-command.ts` one after another. */

const { exit, stdout, stderr } = process
const writes = [stdout.write, stderr.write] as const

/** Replaces the exit of the process. */
class Exit extends Error {}

async function run({ args, env }: SharedCommand): Promise<ProgramResult> {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.argv.splice(2, process.argv.length, ...args)
  process.exitCode = 0
  const result = { stdout: '', stderr: '' }
  let code: number | undefined
  const collect = (name: keyof typeof result) => (text: unknown, listener?: unknown) => {
    if (code === undefined) result[name] += String(text)
    if (typeof listener === 'function') listener()
    return true
  }
  stdout.write = collect('stdout')
  stderr.write = collect('stderr')
  process.exit = (given) => {
    code ??= Number(given ?? process.exitCode)
    throw new Exit()
  }
  try {
    await runCommand(shop)
  } catch (error) {
    if (!(error instanceof Exit)) throw error
  } finally {
    ;[stdout.write, stderr.write] = writes
    process.exit = exit
  }
  return { ...result, code: code ?? Number(process.exitCode) }
}

// Each command adds listeners for the exit of the process.
process.setMaxListeners(0)
process.on('disconnect', () => exit())
process.on('message', async (command: SharedCommand) => process.send?.(await run(command)))
