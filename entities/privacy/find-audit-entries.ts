import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { AuditLog } from '#entities/platform/audit/audit-log.ts'
import type { PersonalTable } from './personal-tables.ts'

export type Change = AuditLog['changes'][number]
export type Tables = ReadonlyMap<string, PersonalTable>

export interface AuditTraces {
  /** The ids of all rows of the person. */
  ids: readonly string[]
  /** Matches the ids and the e-mail addresses of the customers. */
  pattern: string
}

export interface PersonalEntry extends Pick<AuditLog, 'id' | 'created_at' | 'procedure' | 'changes'> {
  ownChanges: ReadonlySet<Change>
}

/** Returns the entries about rows of the person. Entries also lead to rows that no longer exist. */
export async function findAuditEntries(
  em: EntityManager,
  tables: Tables,
  { ids, pattern }: AuditTraces,
): Promise<PersonalEntry[]> {
  const knownIds = new Set(ids)
  const entries = new Map<string, PersonalEntry>()
  let knownBefore: number
  do {
    knownBefore = knownIds.size
    for (const entry of await selectEntries(em, [...knownIds], pattern))
      entries.set(entry.id, { ...entry, ownChanges: findOwnChanges(entry.changes, { tables, knownIds, pattern }) })
  } while (knownIds.size > knownBefore)
  return [...entries.values()].filter(({ ownChanges }) => ownChanges.size > 0)
}

interface Search {
  tables: Tables
  knownIds: Set<string>
  pattern: string
}

/** Adds the ids of the rows that it finds to `knownIds`, and repeats the search with these ids. */
function findOwnChanges(changes: readonly Change[], { tables, knownIds, pattern }: Search): ReadonlySet<Change> {
  const ownChanges = new Set<Change>()
  const matches = new RegExp(pattern, 'i')
  let foundBefore: number
  do {
    foundBefore = ownChanges.size
    for (const change of changes) {
      const table = tables.get(change.table)
      if (!table || ownChanges.has(change)) continue
      const ids = [...change.ids, ...linkedIds(change, table)]
      if (!ids.some((id) => knownIds.has(id)) && !matches.test(JSON.stringify(change))) continue
      ownChanges.add(change)
      for (const id of ids) knownIds.add(id)
    }
  } while (ownChanges.size > foundBefore)
  return ownChanges
}

const linkedIds = ({ before, after }: Change, { links }: PersonalTable): string[] =>
  links
    .filter(({ target }) => target !== 'customer')
    .flatMap(({ column }) => [before?.[column], after?.[column]])
    .filter((value) => typeof value === 'string')

const selectEntries = statement<Omit<PersonalEntry, 'ownChanges'>>(`
  select id, created_at, procedure, changes from audit_log
  where resource_ids && $1::text[] or changes::text ~* $2
  order by id for update`)
