import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { makeTemplate } from '#test/support/make-template.ts'
import { executeSql } from '#test/support/postgres.ts'
import { openRunDirectory } from '#test/support/run-directory.ts'

/** Starts one PostgreSQL for the run, or uses the one at `TEST_DATABASE_URL`, and creates the template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await using ending = new AsyncDisposableStack()
  const runDirectory = ending.use(await openRunDirectory())
  const url = process.env.TEST_DATABASE_URL ?? (await startTestPostgres(runDirectory.path, ending))
  const template = `cartwright_test_${randomBytes(4).toString('hex')}`
  ending.defer(() => dropTemplate(url, template))
  await makeTemplate(url, template)
  project.provide('runDirectory', runDirectory.path)
  project.provide('postgres', { url, template })
  const wholeRun = ending.move()
  return () => wholeRun.disposeAsync()
}

// Tests do not need durability.
const fastSettings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300']

async function startTestPostgres(runDirectory: string, ending: AsyncDisposableStack): Promise<string> {
  const directory = join(runDirectory, 'postgres')
  const postgres = await startEmbeddedPostgres({ directory, print: () => {}, settings: fastSettings })
  ending.defer(() => postgres.stop())
  return postgres.url
}

async function dropTemplate(url: string, template: string): Promise<void> {
  const databases = await executeSql(url, `select datname from pg_database where datname like '${template}%'`)
  for (const { datname } of databases) await executeSql(url, `drop database if exists ${datname} with (force)`)
}
