import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { clusterAddress } from '#server/testing/cluster.ts'
import type { TestPostgres } from '#server/testing/database.ts'
import { executeSql } from '#server/testing/execute-sql.ts'
import { createTemplate } from '#server/testing/template.ts'
import { installedPrograms, startInstalledPostgres } from './installed-postgres.ts'
import { scratchDirectory } from './scratch-directory.ts'

/** The folder of the programs of an installed PostgreSQL with Citus, or undefined. */
export async function citusPrograms(): Promise<string | undefined> {
  const programs = await installedPrograms()
  return programs && existsSync(join(programs, '../lib/citus.so')) ? programs : undefined
}

/** Starts a coordinator and workers, which all hold schemas, and creates a template. Its copies are distributed. */
export async function startCitusCluster(
  programs: string,
  openFolder: () => Disposable & { path: string } = scratchDirectory,
  workers = 1,
): Promise<TestPostgres & AsyncDisposable> {
  await using ending = new AsyncDisposableStack()
  const start = async () => {
    const folder = ending.use(openFolder()).path
    const settings = {
      ...{ shared_preload_libraries: 'citus', wal_level: 'logical' },
      ...{ max_connections: '200', shared_buffers: '32MB' },
    }
    const { url } = ending.use(await startInstalledPostgres(programs, folder, settings))
    await executeSql(url, 'create extension citus')
    await executeSql(url, 'create extension pg_trgm')
    return url
  }
  const coordinator = await start()
  const portOf = (url: string) => new URL(url).port
  await executeSql(coordinator, `select citus_set_coordinator_host('127.0.0.1', ${portOf(coordinator)})`)
  for (let worker = 0; worker < workers; worker++)
    await executeSql(coordinator, `select citus_add_node('127.0.0.1', ${portOf(await start())})`)
  await executeSql(
    coordinator,
    `select citus_set_node_property('127.0.0.1', ${portOf(coordinator)}, 'shouldhaveshards', true)`,
  )
  const url = (await clusterAddress(coordinator))!
  const template = 'cartwright_test_citus'
  await createTemplate(url, template)
  const owned = ending.move()
  return { url, template, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
