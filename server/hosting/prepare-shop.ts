import { createHash } from 'node:crypto'
import type { MikroORM } from '@mikro-orm/postgresql'
import { migrationNames } from '#server/database/migration-names.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import { registerProviders } from '#server/providers/register-providers.ts'
import { completeCopy, prepareDatabase } from '#server/shop/open-database.ts'
import packageJson from '../../package.json' with { type: 'json' }
import type { Directory, ShopRecord } from './directory.ts'

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** Identifies the version of the program and the plugins. All databases that it has created are equal. */
export const programOf = ({ migrations, plugins }: ShopParts): string =>
  digest([
    packageJson.version,
    migrationNames(),
    migrations.map(({ plugin, list }) => [plugin, list.map(({ name }) => name)]),
    plugins.map(({ name, fields, entities }) => [name, fields, entities.length]),
  ])

/** `preparedBy` of a fresh copy of the template. */
export const templateMarkOf = (parts: ShopParts): string => `${programOf(parts)} template`

/** Runs the pending migrations of a shop and registers its providers, unless this program has done so with these settings. */
export async function prepareShop(
  directory: Directory,
  { id, preparedBy, settings }: ShopRecord,
  { orm, parts }: { orm: MikroORM; parts: ShopParts },
): Promise<void> {
  const program = `${programOf(parts)} ${digest([Object.keys(parts.subscribers), settings])}`
  if (preparedBy === program) return
  if (preparedBy === templateMarkOf(parts)) await completeCopy(orm, parts)
  else await prepareDatabase(orm, { print: () => {}, parts })
  await registerProviders(orm.em.fork(), parts.providers)
  await directory.setPreparedBy(id, program, migrationNames().at(-1) ?? null)
}
