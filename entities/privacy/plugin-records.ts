import type { EntityManager } from '@mikro-orm/postgresql'
import { batch, statement } from '#database/statement.ts'
import type { PersonalOptions } from '#entities/base.ts'
import type { Link } from './personal-tables.ts'

/** The personal columns that a plugin declared for a table, when it was last installed. */
export interface TableRecord {
  name: string
  personal: readonly { column: string; options: PersonalOptions }[]
  hidden: readonly string[]
  links: readonly Link[]
}

export interface PluginRecord {
  name: string
  tables: readonly TableRecord[]
}

export const readPluginRecords = (em: EntityManager): Promise<PluginRecord[]> => selectRecords(em)

/** Replaces the records of these plugins. The records of other plugins stay. */
export async function savePluginRecords(em: EntityManager, records: readonly PluginRecord[]): Promise<void> {
  await batch(em, ...records.map(({ name, tables }) => saveRecord.with(name, JSON.stringify(tables))))
}

const selectRecords = statement<PluginRecord>('select name, tables from plugin_record order by name')
const saveRecord = statement(`
  insert into plugin_record (name, tables) values ($1, $2::jsonb)
  on conflict (name) do update set tables = excluded.tables where plugin_record.tables <> excluded.tables`)
