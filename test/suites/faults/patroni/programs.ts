import { accessSync, constants } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { findPostgresTool } from '#server/backups/postgres-tools.ts'

/** The installed programs of a cluster with Patroni. */
export interface ClusterPrograms {
  patroni: string
  patronictl: string
  etcd: string
  /** The directory of `initdb`, `postgres` and `pg_rewind`. */
  postgres: string
}

/** Returns the programs, or the names of missing ones. */
export async function findClusterPrograms(): Promise<ClusterPrograms | string[]> {
  const programs = {
    patroni: findProgram('patroni'),
    patronictl: findProgram('patronictl'),
    etcd: findProgram('etcd'),
    postgres: (await findInstalledPostgres())?.directory,
  }
  const missing = Object.entries(programs).flatMap(([name, path]) => (path ? [] : name))
  return missing.length > 0 ? missing : (programs as ClusterPrograms)
}

/** Returns the newest installed PostgreSQL with its server programs. */
export async function findInstalledPostgres(): Promise<{ directory: string; major: number } | undefined> {
  const tool = await findPostgresTool('initdb', 0).catch(() => undefined)
  return tool && { directory: dirname(tool.file), major: tool.major }
}

function findProgram(name: string): string | undefined {
  const directories = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  return directories.map((directory) => join(directory, name)).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
