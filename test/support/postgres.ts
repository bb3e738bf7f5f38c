import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres
  }
}

type TestPostgres = { url: string; template: string }

export type ClonedDatabase = AsyncDisposable & { url: string }

/** Creates a migrated database with base data. The disposal drops it. */
export async function cloneDatabase(): Promise<ClonedDatabase> {
  const { url, template } = inject('postgres')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await executeSql(url, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: databaseUrl(url, name),
    async [Symbol.asyncDispose]() {
      await executeSql(url, `drop database if exists ${name} with (force)`)
    },
  }
}

/** Returns the URL of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

export async function executeSql(url: string, statement: string): Promise<Record<string, string>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
