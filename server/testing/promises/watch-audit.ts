import type { MikroORM } from '@mikro-orm/postgresql'
import { AuditLog } from '#entities/platform/audit/audit-log.ts'
import { changedRows, readChecksums } from './changed-rows.ts'
import type { Stage } from './exercise.ts'
import { fieldTables, tablesOf, tablesWithColumn } from './plugin-tables.ts'

/**
 * Watches the tables of the plugin, and those to which plugins add fields. The returned function returns the rows that
 * have changed without an entry in the audit log, as `table id`.
 */
export async function watchAudit({ shop: { orm }, subject }: Stage): Promise<() => Promise<string[]>> {
  const tables = await tablesWithColumn(orm, 'id', [...tablesOf(orm, subject.plugin), ...fieldTables(orm)])
  const before = await readChecksums(orm, tables)
  const known = await countEntries(orm)
  return async () => {
    const audited = await countEntries(orm)
    const changed = changedRows(before, await readChecksums(orm, tables))
    return changed.filter((row) => (audited.get(row) ?? 0) === (known.get(row) ?? 0))
  }
}

async function countEntries(orm: MikroORM): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const { changes } of await orm.em.fork().findAll(AuditLog))
    for (const { table, ids } of changes) {
      const row = `${table} ${ids.join(' ')}`
      counts.set(row, (counts.get(row) ?? 0) + 1)
    }
  return counts
}
