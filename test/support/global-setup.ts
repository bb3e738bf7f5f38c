import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { clusterAddress } from '#server/testing/cluster.ts'
import { dropDatabase } from '#server/testing/database.ts'
import { executeSql } from '#server/testing/execute-sql.ts'
import { openRunDirectory } from '#server/testing/run-directory.ts'
import { createShopTemplate, createTemplate } from '#server/testing/template.ts'
import { startTestPostgres } from '#server/testing/test-postgres.ts'

/** Starts one PostgreSQL for the run, or uses the one at `TEST_DATABASE_URL`, and creates the template databases. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await using ending = new AsyncDisposableStack()
  const runDirectory = ending.use(await openRunDirectory())
  const named = process.env.TEST_DATABASE_URL
  const server = named ?? (await startForRun(runDirectory.path, ending))
  const url = (named && (await clusterAddress(named))) ?? server
  const template = `cartwright_test_${randomBytes(4).toString('hex')}`
  ending.defer(() => dropTemplate(url, template))
  await createTemplate(url, template)
  project.provide('runDirectory', runDirectory.path)
  project.provide('postgres', { url, template })
  project.provide('shopTemplate', await createShopTemplate({ url, template }))
  // The test processes inherit these variables, and `server/testing/` reads them.
  Object.assign(process.env, { TEST_DATABASE_URL: url, TEST_DATABASE_TEMPLATE: template })
  const wholeRun = ending.move()
  return () => wholeRun.disposeAsync()
}

async function startForRun(runDirectory: string, ending: AsyncDisposableStack): Promise<string> {
  const postgres = await startTestPostgres(runDirectory)
  ending.defer(() => postgres.stop())
  return postgres.url
}

async function dropTemplate(url: string, template: string): Promise<void> {
  const databases = await executeSql(
    url,
    `select datname as name from pg_database where datname like '${template}%'
     union select nspname from pg_namespace where nspname like '${template}%'`,
  )
  for (const { name = '' } of databases) await dropDatabase(url, name)
}
