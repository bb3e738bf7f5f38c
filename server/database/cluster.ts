import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { StartError } from '#server/base/start-error.ts'
import type { PostgresPrograms } from '#server/database/postgres-programs.ts'
import { loadPersistentSecret } from '#server/settings/persistent-secret.ts'

export type ClusterFiles = ReturnType<typeof clusterFiles>

export function clusterFiles(directory: string) {
  const home = resolve(directory)
  return {
    home,
    cluster: join(home, 'cluster'),
    password: join(home, 'password'),
    log: join(home, 'log'),
    /** A file that exists until the first start has filled the database. */
    unfilled: join(home, 'unfilled'),
    /** A file that exists while a start fills the database with the demo shop. */
    filling: join(home, 'filling'),
  }
}

export function createParentDirectory({ home }: ClusterFiles): void {
  try {
    // Other users cannot list the directory. The user of PostgreSQL passes through it.
    mkdirSync(dirname(home), { recursive: true, mode: 0o711 })
    accessSync(dirname(home), constants.W_OK)
  } catch (error) {
    throw new StartError(
      `Cannot write to ${dirname(home)} (${(error as NodeJS.ErrnoException).code}). Check its permissions, or set DATA_DIR.`,
    )
  }
}

/** Writes the cluster to another directory and renames it, so that a killed process leaves no incomplete cluster. */
export async function ensureCluster(files: ClusterFiles, programs: PostgresPrograms): Promise<void> {
  removeIncompleteClusters(files)
  if (existsSync(files.home)) return assertOwnCluster(files)
  const draft = clusterFiles(mkdtempSync(`${files.home}.new-`))
  loadPersistentSecret(draft.password)
  writeFileSync(draft.unfilled, '')
  const { owner } = programs
  if (owner) for (const file of [draft.home, draft.password]) chownSync(file, owner.uid, owner.gid)
  await initialise(draft, programs)
  renameSync(draft.home, files.home)
}

// The initdb of a killed process may still write into an incomplete cluster.
function removeIncompleteClusters({ home }: ClusterFiles): void {
  const drafts = readdirSync(dirname(home)).filter((name) => name.startsWith(`${basename(home)}.new-`))
  for (const draft of drafts) rmSync(join(dirname(home), draft), { recursive: true, force: true, maxRetries: 3 })
}

function assertOwnCluster({ home }: ClusterFiles): void {
  const me = process.getuid?.()
  const { uid } = statSync(home)
  if (me === undefined || me === 0 || me === uid) return
  throw new StartError(`${home} belongs to another user (uid ${uid}). Start as that user, or set another DATA_DIR.`)
}

async function initialise({ home, cluster, password }: ClusterFiles, { initdb }: PostgresPrograms): Promise<void> {
  try {
    await initdb(
      `--pgdata=${cluster}`,
      '--username=cartwright',
      `--pwfile=${password}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    )
  } catch (error) {
    rmSync(home, { recursive: true, force: true })
    throw new StartError(`PostgreSQL could not create its files in ${dirname(home)}: ${(error as Error).message}`)
  }
}
