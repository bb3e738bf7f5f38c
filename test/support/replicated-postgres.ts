import { chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { clusterFiles } from '#server/database/cluster.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/database/embedded.ts'
import { allowTraversal } from '#server/testing/run-directory.ts'
import { copyFiles } from './copy-files.ts'
import { scratchDirectory } from './scratch-directory.ts'

export interface ReplicatedPostgres extends AsyncDisposable {
  primary: EmbeddedPostgres
  /** A test may stop the standby before the primary. */
  standby: EmbeddedPostgres
}

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  await using ending = new AsyncDisposableStack()
  const scratch = ending.use(scratchDirectory())
  allowTraversal(scratch.path)
  const primary = await startEmbeddedPostgres({ directory: join(scratch.path, 'primary'), print })
  ending.defer(() => primary.stop())
  const directory = join(scratch.path, 'standby')
  await backUp(primary.url, join(scratch.path, 'primary'), directory)
  const { hostname, port, username, password } = new URL(primary.url)
  const follow = `primary_conninfo=host=${hostname} port=${port} user=${username} password=${password}`
  const standby = await startEmbeddedPostgres({ directory, print, settings: [follow] })
  ending.defer(() => standby.stop())
  const whole = ending.move()
  return { primary, standby, [Symbol.asyncDispose]: () => whole.disposeAsync() }
}

const print = () => {}

/** Replaces `pg_basebackup`, which the embedded PostgreSQL lacks. */
async function backUp(url: string, from: string, to: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  mkdirSync(to)
  copyFiles(from, to)
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
  await client.end()

  const { cluster } = clusterFiles(to)
  for (const name of ['postmaster.pid', 'postmaster.opts', 'pg_wal'])
    rmSync(join(cluster, name), { recursive: true, force: true })
  mkdirSync(join(cluster, 'pg_wal'), { mode: 0o700 })
  writeFileSync(join(cluster, 'backup_label'), rows[0]!.labelfile)
  writeFileSync(join(cluster, 'standby.signal'), '')
  const { uid, gid } = statSync(cluster)
  for (const name of ['pg_wal', 'backup_label', 'standby.signal']) chownSync(join(cluster, name), uid, gid)
}
