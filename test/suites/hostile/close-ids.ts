import { untyped } from '../../support/untyped.ts'

type Query = (sql: string) => Promise<Record<string, unknown>[]>

/** 13 characters of 32 hold 65 bits, new for every id. */
const RANDOM_CHARACTERS = 13

/** Two of a thousand random tails come this close about once in a million runs. */
const CLOSE = 36n ** 5n

/** A random character takes 32 values; a few hundred ids show most of them. */
const FEWEST_VALUES = 16

/**
 * Finds ids from which an attacker can guess another id. The last characters of an id must be random: no two ids of any kind end
 * in neighbouring numbers, and each of these characters takes many values.
 */
export function findCloseIds(ids: readonly string[]): string[] {
  const sorted = ids.map((id) => ({ id, tail: tailOf(id) })).toSorted((a, b) => (a.tail < b.tail ? -1 : 1))
  const close = sorted.flatMap(({ id, tail }, i) => {
    const next = sorted[i + 1]
    return next && next.tail - tail < CLOSE ? [`${id} and ${next.id} differ by ${next.tail - tail}`] : []
  })
  const frozen = Array.from({ length: RANDOM_CHARACTERS }, (_, i) => i + 1).filter((fromEnd) => {
    const values = new Set(ids.map((id) => id.at(-fromEnd)))
    return values.size < Math.min(FEWEST_VALUES, ids.length / 8)
  })
  return [
    ...close,
    ...frozen.map((fromEnd) => `The character ${fromEnd} from the end of all ids takes few values only`),
  ]
}

function tailOf(id: string): bigint {
  const characters = id.slice(-RANDOM_CHARACTERS).toLowerCase()
  return Array.from(characters).reduce((number, one) => number * 36n + BigInt(Number.parseInt(one, 36)), 0n)
}

export interface StoredId {
  table: string
  id: string
}

/** A discount of a line has the id of the line, with another prefix. */
const DERIVED = 'line_item_adjustment'

/** The ids that the shop made itself, of all tables: a prefix, an underscore and at least 16 characters. */
export async function readIds(query: Query): Promise<StoredId[]> {
  const tables =
    await query(`select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and column_name = 'id' and data_type in ('text', 'character varying')
      and table_name <> '${DERIVED}'`)
  const each = tables.map(
    ({ name }) => `select '${name}' as "table", id from "${name}" where id ~ '^[a-z_]+_[0-9A-Za-z]{16,}$'`,
  )
  return untyped(await query(each.join(' union all ')))
}
