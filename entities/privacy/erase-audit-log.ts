import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { AuditLog } from '#entities/platform/audit/audit-log.ts'
import type { PersonalTable } from './personal-tables.ts'

type Change = AuditLog['changes'][number]
type Tables = ReadonlyMap<string, PersonalTable>

export interface AuditTraces {
  /** The ids of all rows of the person. */
  ids: readonly string[]
  /** Matches the ids and the e-mail addresses of the customers. */
  pattern: string
}

export interface PersonalEntry extends Pick<AuditLog, 'id' | 'created_at' | 'procedure' | 'changes'> {
  ownChanges: ReadonlySet<Change>
}

/** Returns the entries about rows of the person. Rows that do not exist any longer are found by other entries. */
export async function findAuditEntries(
  em: EntityManager,
  tables: Tables,
  { ids, pattern }: AuditTraces,
): Promise<PersonalEntry[]> {
  const known = new Set(ids)
  const entries = new Map<string, PersonalEntry>()
  let size: number
  do {
    size = known.size
    for (const entry of await selectEntries(em, [...known], pattern))
      entries.set(entry.id, { ...entry, ownChanges: findOwnChanges(entry.changes, { tables, known, pattern }) })
  } while (known.size > size)
  return [...entries.values()].filter(({ ownChanges }) => ownChanges.size > 0)
}

interface Search {
  tables: Tables
  known: Set<string>
  pattern: string
}

/** Adds the ids of the rows that it finds to `known`. */
function findOwnChanges(changes: readonly Change[], { tables, known, pattern }: Search): ReadonlySet<Change> {
  const own = new Set<Change>()
  const matches = new RegExp(pattern, 'i')
  let size: number
  do {
    size = own.size
    for (const change of changes) {
      const table = tables.get(change.table)
      if (!table || own.has(change)) continue
      const links = linkedIds(change, table)
      if (![...change.ids, ...links].some((id) => known.has(id)) && !matches.test(JSON.stringify(change))) continue
      own.add(change)
      for (const id of [...change.ids, ...links]) known.add(id)
    }
  } while (own.size > size)
  return own
}

const linkedIds = ({ before, after }: Change, { links }: PersonalTable): string[] =>
  links
    .filter(({ target }) => target !== 'customer')
    .flatMap(({ column }) => [before?.[column], after?.[column]])
    .filter((value) => typeof value === 'string')

/** Replaces the values of personal columns. */
export async function eraseAuditEntries(
  em: EntityManager,
  tables: Tables,
  entries: readonly PersonalEntry[],
): Promise<void> {
  for (const { id, changes, ownChanges } of entries) {
    const erased = changes.map((change) => (ownChanges.has(change) ? eraseChange(change, tables) : change))
    await updateChanges(em, id, JSON.stringify(erased))
  }
}

const eraseChange = (change: Change, tables: Tables): Change => ({
  ...change,
  before: eraseImage(change.before, tables.get(change.table)),
  after: eraseImage(change.after, tables.get(change.table)),
})

const eraseImage = (image: Change['before'], table: PersonalTable | undefined): Change['before'] =>
  image &&
  Object.fromEntries(
    Object.entries(image).map(([name, value]) => [
      name,
      table?.personal.has(name) && value !== null ? '[erased]' : value,
    ]),
  )

const selectEntries = statement<Omit<PersonalEntry, 'ownChanges'>>(`
  select id, created_at, procedure, changes from audit_log
  where resource_ids && $1::text[] or changes::text ~* $2
  order by id for update`)
const updateChanges = statement('update audit_log set changes = $2::jsonb where id = $1')
