import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export type ProgramResult = { code: number | null; stdout: string; stderr: string }

export type RunningProgram = AsyncDisposable & {
  child: ChildProcess
  output(): string
  /** Polls until `look` returns a truthy value. Throws the standard error if the program exits first. */
  waitFor<T>(look: () => T): Promise<NonNullable<Awaited<T>>>
  result: Promise<ProgramResult>
  /** Sends a signal to the process group, as a terminal does. */
  signal(name: NodeJS.Signals): void
}

/** Starts a program in its own process group, by default in this repository. The disposal stops the whole group. */
export function runProgram(command: string[], env: Record<string, string>, cwd: URL | string = root): RunningProgram {
  const [file, ...args] = command
  const child = spawn(file!, args, { cwd, detached: true, env: { ...programEnvironment(), ...env } })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const result = once(child, 'close').then(([code]) => ({ code, stdout, stderr }))
  const signal = (name: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, name)
  }
  return {
    child,
    output: () => stdout,
    result,
    signal,
    async waitFor(look) {
      for (;;) {
        const found = await look()
        if (found) return found
        if (child.exitCode !== null) throw new Error((await result).stderr)
        await pause(10)
      }
    },
    async [Symbol.asyncDispose]() {
      signal('SIGTERM')
      const stopped = await Promise.race([result, pause(10_000, undefined, { ref: false })])
      if (!stopped) signal('SIGKILL')
    },
  }
}

/** The variables that each program of a test has. */
export function programEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR } = process.env
  return { PATH, HOME, ...(TMPDIR && { TMPDIR }), NODE_COMPILE_CACHE: compileCache }
}

/** Runs a command of `npm run shop` until its end. */
export async function runCommand(args: readonly string[], env: Record<string, string>): Promise<ProgramResult> {
  await using program = runProgram([process.execPath, 'server/cli.ts', ...args], env)
  return await program.result
}

export const isHealthy = (url: string): Promise<boolean> =>
  fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  )

const root = new URL('../..', import.meta.url)

/** All programs of the tests share this cache, so that each file is compiled only once. */
const compileCache = fileURLToPath(new URL('node_modules/.cache/compiled', root))
