import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runningPostmaster } from '#server/database/postmaster.ts'
import { unprivilegedAccount } from '#server/database/unprivileged.ts'
import { freePort } from '../../../bench/free-port.ts'
import { runAs } from './patroni/run-as.ts'

export interface InstalledPostgres extends AsyncDisposable {
  /** The address of a superuser without a password. */
  url: string
}

/** Starts a PostgreSQL whose programs are in `programs`, such as one of Debian, with new files. */
export async function startInstalledPostgres(programs: string, settings: string[] = []): Promise<InstalledPostgres> {
  const directory = mkdtempSync(join(tmpdir(), 'cartwright-postgres-'))
  const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? await unprivilegedAccount('/postgres') : undefined
  chmodSync(directory, 0o777)
  const data = join(directory, 'cluster')
  const log = join(directory, 'log')
  mkdirSync(join(directory, 'sockets'))
  chmodSync(join(directory, 'sockets'), 0o777)
  const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
  const [code] = await once(runAs(owner, join(programs, 'initdb'), [`--pgdata=${data}`, ...options], log), 'exit')
  if (code !== 0) throw new Error(`initdb of ${programs} ended with ${code}`)
  const port = await freePort()
  const own = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${join(directory, 'sockets')}`]
  const parameters = [...own, ...settings].flatMap((setting) => ['-c', setting])
  const server = runAs(owner, join(programs, 'postgres'), ['-D', data, ...parameters], log)
  const ended = once(server, 'exit')
  const kill = () => {
    server.kill('SIGQUIT')
    remove()
  }
  process.once('exit', kill)
  while (!runningPostmaster(data)?.isReady) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL of ${programs} ended with ${server.exitCode}`)
    await pause(20)
  }
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    async [Symbol.asyncDispose]() {
      server.ref()
      server.kill('SIGINT')
      await ended
      remove()
      process.off('exit', kill)
    },
  }
}
