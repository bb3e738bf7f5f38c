import { Migrator } from '@mikro-orm/migrations'
import type { MikroORM } from '@mikro-orm/postgresql'
import type { PluginMigrations } from '#server/plugin/shop-parts.ts'
import { migrationNames } from './migration-names.ts'
import { schemaOf } from './shop-schema.ts'

export interface NamedMigrator {
  /** `migrations`, or `migrations of gift-notes`. */
  name: string
  migrator: Migrator
}

/** Returns the migrator of the core and one for each plugin with migrations. Each has a table for its history. */
export const migratorsOf = (orm: MikroORM, plugins: readonly PluginMigrations[]): NamedMigrator[] => [
  { name: 'migrations', migrator: new Migrator(orm.em) },
  ...plugins.map((migrations) => ({
    name: `migrations of ${migrations.plugin}`,
    migrator: pluginMigrator(orm, migrations),
  })),
]

const historyTableOf = (orm: MikroORM, plugin: string): string =>
  `${schemaOf(orm).name}.schema_migration_${plugin.replaceAll('-', '_')}`

function pluginMigrator(orm: MikroORM, { plugin, list }: PluginMigrations): Migrator {
  const core = orm.config.get('migrations')
  // The constructor copies the settings of the ORM.
  orm.config.set('migrations', {
    ...core,
    tableName: historyTableOf(orm, plugin),
    migrationsList: list.map((migration) => ({ name: migration.name, class: migration })),
  })
  try {
    return new Migrator(orm.em)
  } finally {
    orm.config.set('migrations', core)
  }
}

export interface PendingMigration {
  name: string
  /** Undefined for a migration of the core. */
  plugin: string | undefined
}

/** Returns the pending migrations. Changes nothing. */
export async function pendingMigrations(
  orm: MikroORM,
  plugins: readonly PluginMigrations[],
): Promise<PendingMigration[]> {
  const em = orm.em.fork()
  const { tableName } = orm.config.get('migrations')
  const histories = [
    { plugin: undefined, table: tableName ?? '', names: migrationNames() },
    ...plugins.map(({ plugin, list }) => ({
      plugin,
      table: historyTableOf(orm, plugin),
      names: list.map(({ name }) => name),
    })),
  ]
  const pending: PendingMigration[] = []
  for (const { plugin, table, names } of histories) {
    const [history] = await em.execute<[{ exists: boolean }]>('select to_regclass(?) is not null as exists', [table])
    const rows = history.exists ? await em.execute<{ name: string }[]>(`select name from ${table}`) : []
    const executed = new Set(rows.map(({ name }) => name))
    pending.push(...names.filter((name) => !executed.has(name)).map((name) => ({ name, plugin })))
  }
  return pending
}
