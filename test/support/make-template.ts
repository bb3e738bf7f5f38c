import { openDatabase, prepareDatabase } from '#server/database/open.ts'
import { databaseUrl, executeSql } from './postgres.ts'

/** Creates a migrated database with base data, to be cloned by `cloneDatabase()`. */
export async function makeTemplate(url: string, template: string): Promise<void> {
  await executeSql(url, `create database ${template}`)
  const orm = await openDatabase(databaseUrl(url, template))
  await prepareDatabase(orm, { print: () => {} })
  await orm.close()
}
