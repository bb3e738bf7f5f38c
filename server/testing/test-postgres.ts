import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { processEnvironment } from '#server/settings/config.ts'
import { dropAbandonedClones, EMPTY_TEMPLATE, type TestPostgres } from './database.ts'
import { openRunDirectory } from './run-directory.ts'

let opened: Promise<TestPostgres> | undefined

/** Returns the PostgreSQL at `TEST_DATABASE_URL`, or starts one that runs until the end of this process. */
export function useTestPostgres(): Promise<TestPostgres> {
  opened ??= open()
  return opened
}

async function open(): Promise<TestPostgres> {
  const { TEST_DATABASE_URL: url, TEST_DATABASE_TEMPLATE: template = EMPTY_TEMPLATE } = processEnvironment()
  if (url) {
    await dropAbandonedClones({ url, template })
    return { url, template }
  }
  const { path } = await openRunDirectory()
  return { url: (await startTestPostgres(path)).url, template: EMPTY_TEMPLATE }
}

// Tests do not need durability.
const fastSettings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300']

export function startTestPostgres(runDirectory: string): ReturnType<typeof startEmbeddedPostgres> {
  return startEmbeddedPostgres({ directory: join(runDirectory, 'postgres'), print: () => {}, settings: fastSettings })
}
