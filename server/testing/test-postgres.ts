import { join } from 'node:path'
import { processEnvironment } from '#server/config.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { dropAbandonedClones, type TestPostgres } from './database.ts'
import { openRunDirectory } from './run-directory.ts'
import { createTemplate, ensureTemplate } from './template.ts'

let opened: Promise<TestPostgres> | undefined

/**
 * Returns the PostgreSQL at `TEST_DATABASE_URL`, or starts one that runs until the end of this process. It has a
 * template database.
 */
export function useTestPostgres(): Promise<TestPostgres> {
  opened ??= open()
  return opened
}

async function open(): Promise<TestPostgres> {
  const { TEST_DATABASE_URL: url, TEST_DATABASE_TEMPLATE: givenTemplate } = processEnvironment()
  if (url && givenTemplate) return { url, template: givenTemplate }
  if (url) {
    const postgres = { url, template: await ensureTemplate(url) }
    await dropAbandonedClones(postgres)
    return postgres
  }
  const { path } = await openRunDirectory()
  const postgres = { url: (await startTestPostgres(path)).url, template: 'cartwright_test' }
  await createTemplate(postgres.url, postgres.template)
  return postgres
}

// Tests do not need durability.
const fastSettings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300']

export function startTestPostgres(runDirectory: string): ReturnType<typeof startEmbeddedPostgres> {
  return startEmbeddedPostgres({ directory: join(runDirectory, 'postgres'), print: () => {}, settings: fastSettings })
}
