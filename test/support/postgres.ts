import { inject } from 'vitest'
import { type ClonedDatabase, cloneDatabase as cloneTemplate, type TestPostgres } from '#server/testing/database.ts'

export { databaseUrl, executeSql } from '#server/testing/database.ts'
export type { ClonedDatabase }

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres
  }
}

/** Creates a migrated database with base data. The disposal drops it. */
export const cloneDatabase = (): Promise<ClonedDatabase> => cloneTemplate(inject('postgres'))
