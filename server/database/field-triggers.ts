import { createHash } from 'node:crypto'
import type { MikroORM } from '@mikro-orm/postgresql'
import type { Field } from '#entities/platform/field/field.ts'
import { folderOf, requirementOfFile } from '#entities/platform/field/file-rules.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import { LONGEST_NAME } from './databases.ts'
import { type FieldReference, referencesOf } from './field-references.ts'
import { textTriggersOf } from './text-triggers.ts'

/** Attaches the triggers that guard the relations of fields and count texts, and removes those of fields that the shop lacks. */
export async function attachFieldTriggers(orm: MikroORM, plugins: ShopParts['plugins']): Promise<void> {
  const connection = orm.em.getConnection()
  const found = await connection.execute<Found[]>(FIND_SQL)
  const wanted = new Map(
    [...referencesOf(orm, plugins).flatMap(triggersOf), ...textTriggersOf(orm)].map((trigger) => [
      keyOf(trigger),
      trigger,
    ]),
  )
  for (const { table, name } of found.filter((trigger) => !wanted.has(keyOf(trigger))))
    await connection.execute(`drop trigger ${quoted(name)} on ${quoted(table)}`)
  const attached = new Map(found.map((trigger) => [keyOf(trigger), trigger.definition]))
  // A new definition locks the table, so the comment keeps the attached one.
  for (const trigger of wanted.values())
    if (attached.get(keyOf(trigger)) !== trigger.definition)
      await connection.transactional((transaction) => connection.execute(createSql(trigger), [], 'all', transaction))
}

export interface Trigger {
  table: string
  name: string
  definition: string
}

interface Found {
  table: string
  name: string
  definition: string | null
}

const keyOf = ({ table, name }: Pick<Trigger, 'table' | 'name'>): string => `${table}.${name}`

const PREFIX = 'field_'

/** PostgreSQL cuts longer names, and two names with the same start would be one trigger. */
function nameOf(...words: string[]): string {
  const name = `${PREFIX}${words.join('_')}`
  if (name.length <= LONGEST_NAME) return name
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${name.slice(0, LONGEST_NAME - digest.length - 1)}_${digest}`
}

function triggersOf(reference: FieldReference): Trigger[] {
  const { table, column, target, onDelete, field } = reference
  if (field.type === 'file') return triggersOfFile(table, column, field)
  const check: Trigger = {
    table,
    name: nameOf('check', column),
    definition: `before insert or update on ${quoted(table)} for each row
      execute function check_field_relation(${literals(column, target, aliveSql(reference.isTargetSoftDeleted))})`,
  }
  if (!reference.isTargetSoftDeleted) return [check]
  const deletion = `update on ${quoted(target)} for each row when (old.deleted_at is null and new.deleted_at is not null)`
  const work =
    onDelete === 'clear'
      ? `clear_field_relation(${literals(table, column)})`
      : `refuse_deletion_of_field_target(${literals(table, column, aliveSql(reference.isSoftDeleted))})`
  return [
    check,
    {
      table: target,
      name: nameOf('lock'),
      definition: `before ${deletion} execute function lock_field_target()`,
    },
    {
      table: target,
      name: nameOf(onDelete, table, column),
      definition: `after ${deletion} execute function ${work}`,
    },
  ]
}

/** A private file can be personal, so the shop deletes it after no field names it. Pages and mails can show a public one. */
function triggersOfFile(table: string, column: string, field: Field): Trigger[] {
  const { accept, maxSize } = field.rules
  const folder = folderOf(field)
  const rules = [`${folder}/`, `{${accept.join(',')}}`, String(maxSize), `${column} ${requirementOfFile(field)}`]
  const check = {
    table,
    name: nameOf('check', column),
    definition: `before insert or update on ${quoted(table)} for each row
      execute function check_field_file(${literals(column, ...rules)})`,
  }
  if (folder === 'public') return [check]
  return [
    check,
    {
      table,
      name: nameOf('release', column),
      definition: `after update or delete on ${quoted(table)} for each row
        execute function release_field_file(${literals(column)})`,
    },
  ]
}

const aliveSql = (isSoftDeleted: boolean): string => (isSoftDeleted ? 'deleted_at is null' : 'true')

const createSql = ({ table, name, definition }: Trigger): string => `
  drop trigger if exists ${quoted(name)} on ${quoted(table)};
  create trigger ${quoted(name)} ${definition};
  comment on trigger ${quoted(name)} on ${quoted(table)} is ${literal(definition)}`

const quoted = (name: string): string => `"${name}"`
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
const literals = (...texts: string[]): string => texts.map(literal).join(', ')

const FIND_SQL = `
  select c.relname as table, t.tgname as name, obj_description(t.oid, 'pg_trigger') as definition
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = current_schema()::regnamespace and starts_with(t.tgname, '${PREFIX}') and not t.tgisinternal`
