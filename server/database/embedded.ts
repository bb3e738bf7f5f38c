import { existsSync, rmSync, writeFileSync } from 'node:fs'
import type { Logger } from 'pino'
import type { WriteLine } from '#server/base/progress.ts'
import { StartError } from '#server/base/start-error.ts'
import { type ClusterFiles, clusterFiles, createParentDirectory, ensureCluster } from '#server/database/cluster.ts'
import { recreateDatabase } from '#server/database/databases.ts'
import { keepServer } from '#server/database/keep-postgres.ts'
import { lockDirectory } from '#server/database/lock.ts'
import { postgresPrograms } from '#server/database/postgres-programs.ts'
import { runningPostmaster } from '#server/database/postmaster.ts'
import { loadPersistentSecret } from '#server/settings/persistent-secret.ts'

export type EmbeddedPostgres = {
  url: string
  /** True until a start has called `markFilled()`. */
  isNew: boolean
  /** The next start creates an empty database, unless `markFilled()` is called first. */
  markFilling(): void
  markFilled(): void
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  directory: string
  print: WriteLine
  settings?: string[]
  logger?: Logger
}

/** Starts PostgreSQL on the files in `directory`, and restarts it if it exits before `stop()`. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const files = clusterFiles(options.directory)
  createParentDirectory(files)
  const lock = await lockDirectory(files.home)
  if (!lock) {
    throw new StartError(
      `${options.directory} is in use by another Cartwright process. Stop that process, or set another DATA_DIR.`,
    )
  }
  try {
    return await startLocked(files, lock, options)
  } catch (error) {
    await lock[Symbol.asyncDispose]()
    throw error
  }
}

export function runningEmbeddedUrl(directory: string): string | undefined {
  const files = clusterFiles(directory)
  const postmaster = runningPostmaster(files.cluster)
  return postmaster?.isReady ? urlOf(files, postmaster.port) : undefined
}

async function startLocked(
  files: ClusterFiles,
  lock: AsyncDisposable,
  { print, logger, settings = [] }: EmbeddedOptions,
): Promise<EmbeddedPostgres> {
  const programs = await postgresPrograms(files.home)
  await ensureCluster(files, programs)
  const server = await keepServer({ files, programs, settings, print }, logger)
  const stop = async () => {
    await server.stop()
    await lock[Symbol.asyncDispose]()
  }
  const url = urlOf(files, server.port)
  if (existsSync(files.filling)) {
    print('The last start did not complete the demo shop. Creating the database again')
    await recreateDatabase(url)
    rmSync(files.filling)
  }
  let stopped: Promise<void> | undefined
  return {
    url,
    isNew: existsSync(files.unfilled),
    markFilling: () => writeFileSync(files.filling, ''),
    markFilled: () => {
      for (const file of [files.filling, files.unfilled]) rmSync(file, { force: true })
    },
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

function urlOf({ password }: ClusterFiles, port: number): string {
  return `postgresql://cartwright:${loadPersistentSecret(password)}@127.0.0.1:${port}/postgres`
}
