import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { Change, PersonalEntry, Tables } from './find-audit-entries.ts'
import type { PersonalTable } from './personal-tables.ts'

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
    Object.entries(image).map(([name, value]) => [name, isErased(table, name) && value !== null ? '[erased]' : value]),
  )

const isErased = (table: PersonalTable | undefined, name: string): boolean => {
  const options = table?.personal.get(name)
  return options !== undefined && options.erasure !== 'keep'
}

const updateChanges = statement('update audit_log set changes = $2::jsonb where id = $1')
