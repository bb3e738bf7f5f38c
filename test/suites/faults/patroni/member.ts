import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { runningPostmaster } from '#server/database/postmaster.ts'
import type { Account } from '#server/database/unprivileged.ts'
import { freePort } from '../../../../bench/free-port.ts'
import { familyOf } from '../../../../bench/processes.ts'
import type { ClusterPrograms } from './programs.ts'
import { runAs, signal } from './run-as.ts'

const PASSWORD = 'cartwright'

/** A machine of the cluster: Patroni with its PostgreSQL. */
export interface Member {
  name: string
  url: string
  /** The address of the REST API of Patroni. */
  api: string
  /** The file with the settings of Patroni. */
  settings: string
  start(): void
  isRunning(): boolean
  /** Whether PostgreSQL accepts writes. */
  isPrimary(): Promise<boolean>
  /** Ends Patroni and PostgreSQL at once, as a machine that dies. */
  kill(): void
  stop(): Promise<void>
}

export interface MemberOptions {
  name: string
  directory: string
  etcdPort: number
  programs: ClusterPrograms
  owner: Account | undefined
}

export async function createMember({ name, directory, etcdPort, programs, owner }: MemberOptions): Promise<Member> {
  const home = join(directory, name)
  mkdirSync(home)
  chmodSync(home, 0o777)
  const data = join(home, 'cluster')
  const ports = { postgres: await freePort(), api: await freePort() }
  const settings = join(home, 'patroni.yml')
  // JSON is YAML.
  writeFileSync(
    settings,
    JSON.stringify(settingsOf({ name, home, data, ports, etcdPort, binaries: programs.postgres })),
  )
  const url = `postgresql://postgres:${PASSWORD}@127.0.0.1:${ports.postgres}/postgres`
  let patroni: ChildProcess | undefined

  const processes = () => {
    const postmaster = runningPostmaster(data)
    return [...(patroni ? familyOf(patroni.pid!) : []), ...(postmaster ? familyOf(postmaster.pid) : [])]
  }
  const kill = () => {
    for (const pid of processes()) signal(pid, 'SIGKILL')
    patroni = undefined
  }
  process.once('exit', kill)
  return {
    name,
    url,
    api: `http://127.0.0.1:${ports.api}`,
    settings,
    start() {
      patroni = runAs(owner, programs.patroni, [settings], join(home, 'log'))
    },
    isRunning: () => patroni !== undefined,
    isPrimary: () => acceptsWrites(url),
    kill,
    async stop() {
      if (patroni) signal(patroni.pid!, 'SIGTERM')
      const until = performance.now() + 20_000
      while (processes().length > 0 && performance.now() < until) await pause(50)
      kill()
      process.off('exit', kill)
    },
  }
}

async function acceptsWrites(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1000, query_timeout: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ isPrimary: boolean }>('select not pg_is_in_recovery() as "isPrimary"')
    return rows[0]!.isPrimary
  } catch {
    return false
  } finally {
    void client.end().catch(() => {})
  }
}

interface Places {
  name: string
  home: string
  data: string
  ports: { postgres: number; api: number }
  etcdPort: number
  binaries: string
}

/** The smallest times that Patroni allows. */
const TIMES = { ttl: 20, loop_wait: 2, retry_timeout: 5 }

const settingsOf = ({ name, home, data, ports, etcdPort, binaries }: Places) => ({
  scope: 'shop',
  name,
  restapi: { listen: `127.0.0.1:${ports.api}`, connect_address: `127.0.0.1:${ports.api}` },
  etcd3: { host: `127.0.0.1:${etcdPort}` },
  bootstrap: {
    dcs: { ...TIMES, synchronous_mode: true, postgresql: { use_pg_rewind: true } },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
  },
  postgresql: {
    listen: `127.0.0.1:${ports.postgres}`,
    connect_address: `127.0.0.1:${ports.postgres}`,
    data_dir: data,
    bin_dir: binaries,
    pgpass: join(home, 'pgpass'),
    authentication: {
      superuser: { username: 'postgres', password: PASSWORD },
      replication: { username: 'replicator', password: PASSWORD },
    },
    pg_hba: [
      'local all all trust',
      'host all all 127.0.0.1/32 scram-sha-256',
      'host replication replicator 127.0.0.1/32 scram-sha-256',
    ],
    parameters: { unix_socket_directories: home },
  },
})
