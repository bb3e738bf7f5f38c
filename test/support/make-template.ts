import { openDatabase, prepareDatabase } from '#server/database/open.ts'
import { databaseUrl, executeSql } from './postgres.ts'

export async function makeTemplate(url: string, template: string): Promise<void> {
  await executeSql(url, `create database ${template}`)
  const orm = await openDatabase(databaseUrl(url, template))
  await prepareDatabase(orm, { print: () => {} })
  await orm.close()
}
