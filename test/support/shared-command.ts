import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type ProgramResult, programEnvironment } from './program.ts'

export interface SharedCommand {
  args: readonly string[]
  env: Record<string, string>
}

/**
 * Runs a command of `npm run shop` in a process that runs the commands of this worker one after another: the start of a process takes most of the
 * time of a command. `runCommand` of `program.ts` starts a process, as operators do.
 */
export function runSharedCommand(args: readonly string[], env: Record<string, string>): Promise<ProgramResult> {
  const result = last.then(() => send({ args, env: { ...programEnvironment(), ...env } }))
  last = result.catch(() => {})
  return result
}

let last: Promise<unknown> = Promise.resolve()
let program: ChildProcess | undefined

async function send(command: SharedCommand): Promise<ProgramResult> {
  program ??= start()
  const ending = new AbortController()
  const exited = once(program, 'exit', ending).then(([code]) => {
    program = undefined
    throw new Error(`The program of the commands exited with ${code}`)
  })
  const answered = once(program, 'message', ending)
  const { channel } = program
  channel?.ref()
  program.send(command)
  try {
    const [result] = await Promise.race([answered, exited])
    return result
  } finally {
    exited.catch(() => {})
    answered.catch(() => {})
    ending.abort()
    channel?.unref()
  }
}

/** The program ends with this process. */
function start(): ChildProcess {
  const child = fork(new URL('command-program.ts', import.meta.url), { env: programEnvironment(), execArgv: [] })
  child.unref()
  child.channel?.unref()
  return child
}
