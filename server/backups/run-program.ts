import { spawn } from 'node:child_process'
import { StartError } from '#server/base/start-error.ts'

const KEPT_CHARACTERS = 20_000
const SHOWN_LINES = 3

interface ProgramOptions {
  env: NodeJS.ProcessEnv
  signal?: AbortSignal | undefined
  /** Whether the program is a command of the shell, which can contain secrets. */
  shell?: boolean
}

/** Runs a program until its end. @throws StartError with its complaints, if it fails, is stopped or cannot be started. */
export async function runProgram(
  file: string,
  args: readonly string[],
  { env, signal, shell = false }: ProgramOptions,
): Promise<void> {
  const name = shell ? 'The command' : file
  const stopped = () => new StartError(`${name} was stopped: ${(signal!.reason as Error).message}`)
  if (signal?.aborted) throw stopped()
  // A group, so that the programs that the shell has started end with it.
  const child = spawn(file, args, { env, shell, detached: shell, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(0, KEPT_CHARACTERS)
  })
  const { promise, resolve, reject } = Promise.withResolvers<number | string | null>()
  child.once('error', (error) => reject(new StartError(`${name} could not be run: ${error.message}`)))
  child.once('close', (code, by) => resolve(code ?? by))
  const stop = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(shell ? -child.pid : child.pid)
    reject(stopped())
  }
  signal?.addEventListener('abort', stop, { once: true })
  const result = await promise.finally(() => signal?.removeEventListener('abort', stop))
  if (result !== 0) throw new StartError(describe(complaints) || `${name} failed with ${result}`)
}

/** The lines that name an error, without the statement that failed. */
function describe(complaints: string): string {
  const lines = complaints.split('\n').map((line) => line.trim())
  const errors = lines.filter((line) => /\b(error|fatal|panic|detail|hint):/i.test(line))
  const shown = errors.length > 0 ? errors : lines.filter(Boolean)
  return shown.slice(0, SHOWN_LINES).join('\n')
}
