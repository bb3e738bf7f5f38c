import type { EntityMetadata, MikroORM } from '@mikro-orm/postgresql'
import { isSoftDeletable } from '#database/read/entity-metadata.ts'
import { translatedEntities } from '#entities/catalogue/translation/translated-entities.ts'
import { translatedColumnsOf } from '#entities/platform/translation/translated-columns.ts'
import type { Trigger } from './field-triggers.ts'

const PREFIX = 'field_texts_'

/** Its condition names columns, so PostgreSQL refuses to drop them or to change their types. */
const HOLDER = `${PREFIX}changed`

/** Returns the triggers that count the rows with texts and their translations. */
export const textTriggersOf = (orm: MikroORM): Trigger[] => [...translatedEntities(orm.em).values()].flatMap(triggersOf)

function triggersOf(meta: EntityMetadata): Trigger[] {
  const { tableName: table } = meta
  const [before, after] = ['old', 'new'].map((row) => countedFacts(meta, row).join(', '))
  const definitions = {
    added: `after insert on "${table}" referencing new table as added for each statement execute function count_texts()`,
    removed: `after delete on "${table}" referencing old table as removed for each statement execute function count_texts()`,
    changed: `after update on "${table}" for each row
      when ((${before}) is distinct from (${after})) execute function count_texts()`,
    forgotten: `after truncate on "${table}" for each statement execute function forget_text_counts()`,
  }
  return Object.entries(definitions).map(([event, definition]) => ({ table, name: `${PREFIX}${event}`, definition }))
}

/** Whether PostgreSQL has refused to change a column because a trigger that counts texts names it. */
export const isHeldByTextTriggers = (error: object): boolean =>
  'detail' in error && typeof error.detail === 'string' && error.detail.includes(`trigger ${HOLDER} `)

/** Removes the triggers that name columns. `storeTranslatedColumns` counts all texts again. */
export const DETACH_TEXT_TRIGGERS_SQL = `
  do $do$
  declare
    attached record;
  begin
    for attached in
      select c.oid::regclass as "table" from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = current_schema()::regnamespace and t.tgname = '${HOLDER}'
    loop
      execute format('drop trigger ${HOLDER} on %s', attached."table");
    end loop;
    delete from translated_text;
  end $do$`

/** A changed text that is still a text changes no count. */
const countedFacts = (meta: EntityMetadata, row: string): string[] => [
  ...translatedColumnsOf(meta.class).map((column) => `coalesce(${row}."${column}", '') = ''`),
  ...(isSoftDeletable(meta) ? [`${row}.deleted_at is null`] : []),
]

/** Stores the translated columns. If they have changed, PostgreSQL counts their texts again. */
export async function storeTranslatedColumns(orm: MikroORM): Promise<void> {
  const columns = [...translatedEntities(orm.em)].flatMap(([entity, meta]) =>
    translatedColumnsOf(meta.class).map((name) => ({ entity, name })),
  )
  const lists = [columns.map(({ entity }) => entity), columns.map(({ name }) => name)]
  await orm.em.getConnection().execute('select set_translated_texts(?::text[], ?::text[])', lists.map(arrayLiteral))
}

const arrayLiteral = (names: readonly string[]): string => `{${names.join(',')}}`
