import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clusterFiles } from '#server/database/cluster.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { runningPostmaster } from '#server/database/postmaster.ts'
import packageJson from '../package.json' with { type: 'json' }
import { freePort } from './free-port.ts'
import type { Login } from './shop.ts'

export interface RunningPostgres extends AsyncDisposable {
  url: string
  pid: number
}

export async function startPostgres(settings: string[] = []): Promise<RunningPostgres> {
  const directory = mkdtempSync(join(tmpdir(), 'cartwright-bench-'))
  // If this process is root, PostgreSQL runs as another user, which must be able to enter the directory.
  chmodSync(directory, 0o755)
  const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', remove)
  const home = join(directory, 'postgres')
  const { url, stop } = await startEmbeddedPostgres({ directory: home, print: () => {}, settings })
  return {
    url,
    pid: runningPostmaster(clusterFiles(home).cluster)!.pid,
    async [Symbol.asyncDispose]() {
      await stop()
      remove()
      process.off('exit', remove)
    },
  }
}

export interface RunningServer extends Login, RunningProgram {}

export const START = packageJson.scripts.start.split(' ').slice(1)

/** Starts the server like `npm start`, in another process. `environment` overrides its variables. */
export async function startServer(
  databaseUrl: string,
  environment: Record<string, string> = {},
  { args = START, ...watch }: ServerWatch = {},
): Promise<RunningServer> {
  const login = { email: 'admin@example.com', password: randomBytes(12).toString('hex') }
  const started = await startProgram(args, { ...serverEnvironment(databaseUrl, login), ...environment }, watch)
  return { ...login, ...started }
}

interface ServerWatch extends ProgramWatch {
  /** Arguments of `node`. Default: those of `npm start`. */
  args?: readonly string[]
}

export const serverEnvironment = (databaseUrl: string, login: Omit<Login, 'url'>): Record<string, string> => ({
  NODE_ENV: 'production',
  DATABASE_URL: databaseUrl,
  SEED: 'none',
  SESSION_SECRET: randomBytes(32).toString('hex'),
  ADMIN_EMAIL: login.email,
  ADMIN_PASSWORD: login.password,
  LOG_LEVEL: 'error',
  TRUST_PROXY: 'true',
})

export interface FloorSettings {
  /** Commits changes of carts durably. The service commits them asynchronously. */
  areCartsDurable?: boolean
  /** Stores idempotency keys and events, as the service does. */
  hasDuties?: boolean
}

export const startFloor = (
  databaseUrl: string,
  { areCartsDurable = false, hasDuties = false }: FloorSettings = {},
): Promise<RunningProgram> =>
  startProgram(['bench/floor/main.ts'], {
    DATABASE_URL: databaseUrl,
    DURABLE_CARTS: String(areCartsDurable),
    DUTIES: String(hasDuties),
  })

export interface RunningProgram extends AsyncDisposable {
  url: string
  pid: number
  startMilliseconds: number
}

const START_SECONDS = 120
const STOP_SECONDS = 30

export interface ProgramWatch {
  /** Path that returns 200 when the program is ready. Default: `/health`. */
  probe?: string
  onOutput?: (text: string) => void
}

/**
 * Runs `node` with `args` in a process that listens on `PORT`.
 * @throws if the process ends, or does not respond in time.
 */
export async function startProgram(
  args: readonly string[],
  environment: Record<string, string>,
  { probe = '/health', onOutput }: ProgramWatch = {},
): Promise<RunningProgram> {
  const port = environment.PORT ?? String(await freePort())
  const began = performance.now()
  const program = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', onOutput ? 'pipe' : 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, ...environment, PORT: port },
  })
  if (onOutput) program.stdout?.setEncoding('utf8').on('data', onOutput)
  const ended = once(program, 'exit')
  let isStopping = false
  program.on('exit', (code, signal) => {
    if (!isStopping) console.error(`${args.at(-1)} ended with ${signal ?? `exit code ${code}`}`)
  })
  const kill = () => program.kill('SIGKILL')
  process.once('exit', kill)
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(url + probe))) {
    const isLate = performance.now() - began > START_SECONDS * 1000
    if (isLate) kill()
    if (isLate || program.exitCode !== null) throw new Error(`${args.at(-1)} did not start`)
    await pause(5)
  }
  const startMilliseconds = performance.now() - began
  return {
    url,
    pid: program.pid!,
    startMilliseconds,
    async [Symbol.asyncDispose]() {
      isStopping = true
      program.kill('SIGTERM')
      const killing = setTimeout(kill, STOP_SECONDS * 1000)
      await ended
      clearTimeout(killing)
      process.off('exit', kill)
    },
  }
}

/** `fetch` would wait longer after each failure. */
const answers = (url: string) =>
  new Promise<boolean>((resolve) => {
    get(url, { agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    }).on('error', () => resolve(false))
  })
