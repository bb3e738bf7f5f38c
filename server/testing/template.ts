import type { MikroORM } from '@mikro-orm/postgresql'
import { addUser, issueApiToken } from '#server/database/administrator.ts'
import { registerProviders } from '#server/providers/register-providers.ts'
import { coreParts } from '#server/shop/core-parts.ts'
import { openDatabase, prepareDatabase } from '#server/shop/open-database.ts'
import { cloneDatabase, createDatabase, databaseUrl, type TestPostgres } from './database.ts'

/** Creates a migrated database with base data. No shop of this process may have fields of plugins. */
export async function createTemplate(url: string, name: string): Promise<void> {
  await createDatabase(url, name)
  const orm = await openDatabase(databaseUrl(url, name))
  await prepareDatabase(orm, { print: () => {} })
  await orm.close()
}

/** A database that tests copy. It has base data, an administrator and the providers of the core. */
export interface ShopTemplate {
  name: string
  /** API token of the administrator. */
  token: string
}

/** Copies the template and adds an administrator. */
export async function createShopTemplate(postgres: TestPostgres): Promise<ShopTemplate> {
  const { name, url } = await cloneDatabase(postgres, { isTemplate: true })
  const orm = await openDatabase(url)
  const token = await addAdministrator(orm)
  await registerProviders(orm.em.fork(), coreParts.providers)
  await orm.close()
  return { name, token }
}

/** Returns the API token of the administrator. */
export async function addAdministrator(orm: MikroORM): Promise<string> {
  const { email } = await addUser(orm, { email: 'admin@example.com', password: 'correct horse', role: 'admin' })
  return issueApiToken(orm, email)
}
