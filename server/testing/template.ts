import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { openDatabase, prepareDatabase } from '#server/database/open.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { databaseUrl, executeSql } from './database.ts'

/** Creates a migrated database with base data. */
export async function createTemplate(url: string, name: string): Promise<void> {
  await executeSql(url, `create database ${name}`)
  const orm = await openDatabase(databaseUrl(url, name))
  await prepareDatabase(orm, { print: () => {} })
  await orm.close()
}

/** Returns the template of this version on a server. The first process creates it, and later runs find it. */
export async function ensureTemplate(url: string): Promise<string> {
  const name = `cartwright_template_${createHash('sha256').update(packageJson.version).digest('hex').slice(0, 8)}`
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${TEMPLATE_LOCK})`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) {
      await executeSql(url, `drop database if exists ${name}_draft with (force)`)
      await createTemplate(url, `${name}_draft`)
      await executeSql(url, `alter database ${name}_draft rename to ${name}`)
    }
    return name
  } finally {
    await client.end()
  }
}

const TEMPLATE_LOCK = 314159
