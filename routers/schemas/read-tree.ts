import type { EntityClass, EntityManager, EntityMetadata } from '@mikro-orm/postgresql'
import { statement, unprepared } from '#entities/statement.ts'
import { type Found, grow, handing, rowsOf } from './grow.ts'
import type { Selection } from './selection.ts'
import { type Only, type TreeStatement, treeStatement } from './tree-statement.ts'

/*
 * Rows with the relations that are selected, in one statement, whatever their number and depth. What the entities say of
 * their columns and relations is all it needs; the unit of work would take a statement for each relation and several
 * times the CPU.
 */

export interface Tree<Entity extends object> {
  entity: EntityClass<Entity>
  selection: Selection
  /** Also rows that are soft-deleted. */
  withDeleted?: boolean | undefined
  only?: Only | undefined
  /** Whether many callers ask for just this: then each connection plans it once. */
  isCommon: boolean
}

/** The rows with these primary keys, in their order; one that is not there is left out. */
export async function readTrees<Entity extends object>(
  em: EntityManager,
  keys: readonly string[],
  tree: Tree<Entity>,
): Promise<object[]> {
  if (keys.length === 0) return []
  const { read, root, key } = planOf(em.getMetadata().get(tree.entity), tree)
  const [found = {}] = await read(em, [...keys])
  const byKey = new Map(rowsOf(root, found).map((row) => [String(row[key]), row]))
  const wanted = keys.map((one) => byKey.get(String(one))).filter((row) => row !== undefined)
  const rows = wanted.map(handing())
  grow(rows, root, found)
  return rows
}

type Read = (em: EntityManager, keys: readonly string[]) => Promise<Found[]>

interface Plan extends Omit<TreeStatement, 'sql'> {
  read: Read
}

/** Of what many callers ask for: a selection of theirs is made once. */
const plans = new WeakMap<Selection, Map<string, Plan>>()

function planOf(meta: EntityMetadata, { selection, withDeleted = false, only, isCommon }: Tree<object>): Plan {
  const make = () => {
    const { sql, ...shape } = treeStatement(meta, { selection, withDeleted, only: only ?? {} })
    return { read: isCommon ? prepared(sql) : atOnce(sql), ...shape }
  }
  if (!isCommon || only) return make()
  const made = plans.get(selection) ?? new Map<string, Plan>()
  plans.set(selection, made)
  const key = `${meta.className} ${withDeleted}`
  const plan = made.get(key) ?? make()
  made.set(key, plan)
  return plan
}

const common = new Map<string, Read>()

function prepared(sql: string): Read {
  const read = common.get(sql) ?? statement<Found>(sql)
  common.set(sql, read)
  return read
}

/** Callers may ask for any relations and columns: to keep a plan for each combination would be without end. */
const atOnce =
  (sql: string): Read =>
  (em, keys) =>
    unprepared(em, sql, [keys])
