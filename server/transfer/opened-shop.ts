import type { MikroORM } from '@mikro-orm/postgresql'
import { directUrlOf } from '#server/database/direct-url.ts'
import { migrationNames } from '#server/database/migration-names.ts'
import { schemaOf } from '#server/database/shop-schema.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import { openFileStore } from '#server/providers/files.ts'
import { LocalFiles } from '#server/providers/local-files.ts'
import type { Config } from '#server/settings/config.ts'
import type { ExportedShop } from './export-shop.ts'

interface OpenedShop {
  orm: MikroORM
  config: Config
  parts: ShopParts
}

/** Returns the database and the files of a shop for a transfer. */
export async function transferOf({ orm, config, parts }: OpenedShop): Promise<Omit<ExportedShop, 'variables'>> {
  const files = await openFileStore({ config, parts })
  return {
    url: directUrlOf(orm),
    schema: schemaOf(orm),
    files: files instanceof LocalFiles ? files : undefined,
    migrations: migrationsOf(parts),
  }
}

/** The migrations of the core and of the plugins. */
export const migrationsOf = ({ migrations }: Pick<ShopParts, 'migrations'>): string[] => [
  ...migrationNames(),
  ...migrations.flatMap(({ plugin, list }) => list.map(({ name }) => `${plugin}/${name}`)),
]
