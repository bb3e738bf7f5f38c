import { inject } from 'vitest'
import { type ClonedDatabase, cloneDatabase as cloneTemplate, type TestPostgres } from '#server/testing/database.ts'
import type { ShopTemplate } from '#server/testing/template.ts'

export { databaseUrl } from '#server/testing/database.ts'
export { executeSql } from '#server/testing/execute-sql.ts'
export type { ClonedDatabase }

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres
    shopTemplate: ShopTemplate
  }
}

/** Copies a database, by default a migrated one with base data. The disposal drops the copy. */
export const cloneDatabase = (source?: string): Promise<ClonedDatabase & { name: string }> =>
  cloneTemplate(inject('postgres'), { source })
