import { randomBytes } from 'node:crypto'
import { processEnvironment } from '#server/settings/config.ts'
import { clusterAddress } from '#server/testing/cluster.ts'
import { cloneDatabase, createDatabase, databaseUrl, dropDatabase } from '#server/testing/database.ts'
import { createTemplate } from '#server/testing/template.ts'
import { startPostgres } from '../../bench/server.ts'

export type SuiteDatabase = AsyncDisposable & { url: string }

/**
 * Returns an empty database of the server at `TEST_DATABASE_URL`, or that of an embedded one. A cluster gets a schema with the tables of
 * the shop, because they must exist before it distributes them.
 */
export async function openSuiteDatabase(): Promise<SuiteDatabase> {
  const { TEST_DATABASE_URL: named } = processEnvironment()
  if (!named) return startPostgres()
  const name = `cartwright_suite_${randomBytes(4).toString('hex')}`
  const cluster = await clusterAddress(named)
  if (cluster) return openSchema(cluster, name)
  await createDatabase(named, name)
  return { url: databaseUrl(named, name), [Symbol.asyncDispose]: () => dropDatabase(named, name) }
}

async function openSchema(url: string, template: string): Promise<SuiteDatabase> {
  await using ending = new AsyncDisposableStack()
  ending.defer(() => dropDatabase(url, template))
  await createTemplate(url, template)
  const clone = ending.use(await cloneDatabase({ url, template }))
  const owned = ending.move()
  return { url: clone.url, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
