import { openDatabase, prepareDatabase } from '#server/database/open.ts'
import { databaseUrl, executeSql } from './postgres.ts'

/** Makes a database that is migrated and has base data, to be the template of others. */
export async function makeTemplate(url: string, template: string): Promise<void> {
  await executeSql(url, `create database ${template}`)
  const orm = await openDatabase(databaseUrl(url, template))
  await prepareDatabase(orm, { say: () => {} })
  await orm.close()
}
