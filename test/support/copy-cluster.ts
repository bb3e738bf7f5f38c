import { chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { clusterFiles } from '#server/database/cluster.ts'
import { copyFiles } from './copy-files.ts'

/** Copies a running cluster for a standby. Replaces `pg_basebackup`, which the embedded PostgreSQL lacks. */
export async function copyCluster(url: string, from: string, to: string): Promise<void> {
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
