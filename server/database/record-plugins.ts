import type { EntityMetadata, MikroORM } from '@mikro-orm/postgresql'
import { FIELD_TABLES } from '#entities/platform/field/field.ts'
import { declarationsOf } from '#entities/privacy/personal-tables.ts'
import { readPluginRecords, savePluginRecords, type TableRecord } from '#entities/privacy/plugin-records.ts'
import { FIELD_ENTITIES } from '#server/plugin/install-fields.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'

type Plugins = ShopParts['plugins']

/** Records the personal columns of the plugins in the database. */
export async function recordPlugins(orm: MikroORM, plugins: Plugins): Promise<void> {
  const records = plugins.map((plugin) => ({ name: plugin.name, tables: tablesOf(orm, plugin) }))
  await savePluginRecords(orm.em.fork(), records)
}

function tablesOf(orm: MikroORM, { fields, entities }: Plugins[number]): TableRecord[] {
  const metadata = orm.getMetadata()
  const own = entities.map((entity) => recordOf(metadata.get(entity)))
  const added = FIELD_TABLES.flatMap((table) =>
    fields[table] ? [recordOf(metadata.get(FIELD_ENTITIES[table]), new Set(Object.keys(fields[table])))] : [],
  )
  return [...own, ...added].filter(({ personal }) => personal.length > 0)
}

function recordOf(meta: EntityMetadata, names?: ReadonlySet<string>): TableRecord {
  const { personal, hidden, links } = declarationsOf(meta)
  return {
    name: meta.tableName,
    personal: Array.from(personal, ([column, options]) => ({ column, options })).filter(
      ({ column }) => !names || names.has(column),
    ),
    hidden: names ? [] : [...hidden],
    links: names ? [] : links,
  }
}

/** Returns one line for each plugin that the database knows and the shop lacks. */
export async function removedPlugins(orm: MikroORM, plugins: Plugins): Promise<string[]> {
  const em = orm.em.fork()
  const [found] = await em.execute<{ exists: boolean }[]>(
    `select to_regclass(current_schema() || '.plugin_record') is not null as exists`,
  )
  const recorded = found?.exists ? (await readPluginRecords(em)).map(({ name }) => name) : []
  const present = new Set(plugins.map(({ name }) => name))
  return recorded
    .filter((name) => !present.has(name))
    .map(
      (name) =>
        `The database has the plugin ${name}, which the shop lacks. An erasure still reaches its data. To uninstall it, see docs/extend/plugins.md.`,
    )
}
