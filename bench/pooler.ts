import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './free-port.ts'

/** Returns the version of the installed PgBouncer, such as `PgBouncer 1.18.0`, or undefined if it is not installed. */
export function poolerVersion(): string | undefined {
  try {
    return execFileSync(PROGRAM, ['--version'], { encoding: 'utf8', env: ENVIRONMENT }).split('\n')[0]
  } catch {
    return undefined
  }
}

export interface RunningPooler extends AsyncDisposable {
  url: string
  pid: number
}

/** Starts PgBouncer in transaction mode in front of `databaseUrl`. */
export async function startPooler(databaseUrl: string, connections = 20): Promise<RunningPooler> {
  const directory = mkdtempSync(join(tmpdir(), 'cartwright-pooler-'))
  const port = await freePort()
  const file = join(directory, 'pgbouncer.ini')
  writeFileSync(file, settings(new URL(databaseUrl), port, connections))
  // PgBouncer does not run as root, so it needs another user.
  chmodSync(directory, 0o755)
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const program = spawn(PROGRAM, ['-q', ...user, file], { stdio: ['ignore', 'ignore', 'pipe'], env: ENVIRONMENT })
  let complaints = ''
  program.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const ended = once(program, 'exit')
  const kill = () => program.kill('SIGKILL')
  process.once('exit', kill)
  const url = Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href
  while (!(await isReady(url))) {
    if (program.exitCode !== null) throw new Error(`PgBouncer did not start: ${complaints}`)
    await pause(20)
  }
  return {
    url,
    pid: program.pid!,
    async [Symbol.asyncDispose]() {
      program.kill('SIGTERM')
      await ended
      process.off('exit', kill)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const PROGRAM = 'pgbouncer'
const ENVIRONMENT = { PATH: `${process.env.PATH}:/usr/sbin` }

const settings = ({ hostname, port, username, password }: URL, listenPort: number, connections: number) => `
[databases]
* = host=${hostname} port=${port || 5432} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 1000
`

async function isReady(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
