import { openDatabase, prepareDatabase } from '#server/shop/open-database.ts'
import { databaseUrl, executeSql } from './database.ts'

/** Creates a migrated database with base data. No shop of this process may have fields of plugins. */
export async function createTemplate(url: string, name: string): Promise<void> {
  await executeSql(url, `create database ${name}`)
  const orm = await openDatabase(databaseUrl(url, name))
  await prepareDatabase(orm, { print: () => {} })
  await orm.close()
}
