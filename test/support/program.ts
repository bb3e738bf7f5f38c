import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export type Ending = { code: number | null; stdout: string; stderr: string }

export type RunningProgram = AsyncDisposable & {
  child: ChildProcess
  /** What it has printed so far. */
  output(): string
  /** Waits until something is there, or is so. @throws where the program ends before, with what it said. */
  until<T>(look: () => T): Promise<NonNullable<Awaited<T>>>
  /** Resolves when it has ended. */
  ending: Promise<Ending>
  /** Signals the program and all it has started, as a terminal does. */
  signal(name: NodeJS.Signals): void
}

/** Starts a program of this repository in a process group of its own; what is left of it is killed with the test. */
export function runProgram(command: string[], env: Record<string, string>): RunningProgram {
  const [file, ...args] = command
  const { PATH, HOME, TMPDIR } = process.env
  const inherited = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: compiled }
  const child = spawn(file!, args, { cwd: root, detached: true, env: { ...inherited, ...env } })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ending = once(child, 'close').then(([code]) => ({ code, stdout, stderr }))
  const signal = (name: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, name)
  }
  return {
    child,
    output: () => stdout,
    ending,
    signal,
    async until(look) {
      for (;;) {
        const found = await look()
        if (found) return found
        if (child.exitCode !== null) throw new Error((await ending).stderr)
        await pause(10)
      }
    },
    async [Symbol.asyncDispose]() {
      signal('SIGTERM')
      const stopped = await Promise.race([ending, pause(10_000, undefined, { ref: false })])
      if (!stopped) signal('SIGKILL')
    },
  }
}

/** Whether the server at `url` says that it is alive. */
export const isHealthy = (url: string): Promise<boolean> =>
  fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  )

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

const root = new URL('../..', import.meta.url)

/** Programs that start one after another need not compile the same code each time. */
const compiled = fileURLToPath(new URL('node_modules/.cache/compiled', root))
