import type { EntityManager } from '@mikro-orm/postgresql'
import type { Page } from '#database/read/read-trees.ts'
import { PART_SIZE } from '#database/read/tree-statement.ts'
import { WorkSlots } from '#entities/platform/work-slots/work-slots.ts'
import { budgetOf } from '../context/response-budget.ts'
import { type ReadSettings, readByKeys, readRoots } from './read-by-keys.ts'

/** The process reads one part of a list at a time, except for first parts. Between parts, it serves other requests, and it stops if the list is too large. */
const partSlots = new WorkSlots({ slots: 1 })

/** Returns the rows with these keys. The statement of a page also returns its count. */
export async function readFoundRows<Row>(
  em: EntityManager,
  found: readonly string[] | Page,
  settings: ReadSettings<Row>,
): Promise<{ rows: Row[]; count?: number }> {
  if ('length' in found) return { rows: await readInParts(em, found, settings) }
  // The first part takes no slot, so that a slow search for the keys does not block other lists.
  const { keys, rows, count } = await readRoots(em, found, settings)
  budgetOf(em)?.addRows(rows.length)
  return { rows: [...rows, ...(await readInParts(em, keys.slice(PART_SIZE), settings))], count }
}

async function readInParts<Row>(
  em: EntityManager,
  keys: readonly string[],
  settings: ReadSettings<Row>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let from = 0; from < keys.length; from += PART_SIZE) {
    const part = keys.slice(from, from + PART_SIZE)
    rows.push(...(await partSlots.run(() => readByKeys(em, part, settings))))
    budgetOf(em)?.addRows(part.length)
  }
  return rows
}
