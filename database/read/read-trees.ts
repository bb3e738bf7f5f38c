import type { EntityManager } from '@mikro-orm/postgresql'
import { batch, statement } from '../statement.ts'
import { type AnsweredList, type Row, TreeAssembler } from './assemble-tree.ts'
import type { ReadNode } from './plan.ts'
import { type TreeStatement, treeStatement } from './tree-statement.ts'

export interface ReadOptions {
  withDeleted?: boolean | undefined
  /** Whether to prepare the statement at the first use. */
  isDefault?: boolean
  admit?: ((characters: number) => void) | undefined
  budget?: { left: number }
}

/** Returns the rows with these keys in their order, with their relations. Keys without a row are left out. */
export async function readTrees(
  em: EntityManager,
  keys: readonly string[],
  { plan, ...options }: ReadOptions & { plan: ReadNode },
): Promise<Row[]> {
  const [rows = []] = keys.length > 0 ? await readNodes(em, [{ node: plan, keys }], options) : []
  return rows.filter((row) => row !== undefined)
}

async function readNodes(
  em: EntityManager,
  requests: readonly { node: ReadNode; keys: readonly string[] }[],
  options: ReadOptions,
): Promise<(readonly (Row | undefined)[])[]> {
  const reads = requests.map(({ node, keys }) => {
    const tree = statementOf(node, options)
    const assembler = new TreeAssembler(tree, keys)
    const bound = tree.prepared?.with(keys) ?? { sql: tree.sql, parameters: [keys] }
    const onRow = (list: AnsweredList) => assembler.take(list)
    return { assembler, streamed: { ...bound, onRow, onRowLength: options.admit } }
  })
  await batch(em, ...reads.map(({ streamed }) => streamed))
  const separate = reads.flatMap(({ assembler }) => assembler.separateRows())
  const trees = separate.length > 0 ? await readNodes(em, separate, options) : []
  for (const [i, { put }] of separate.entries()) put(trees[i] ?? [])
  return reads.map(({ assembler }) => assembler.finish())
}

function statementOf(
  node: ReadNode,
  { withDeleted = false, isDefault = false, budget = processBudget }: ReadOptions,
): TreeStatement {
  const tree = node.statements.get(withDeleted) ?? treeStatement(node, withDeleted)
  node.statements.set(withDeleted, tree)
  tree.uses++
  const isFrequent = tree.uses > 2 && budget.left > 0
  if (!tree.prepared && (isDefault || isFrequent)) {
    tree.prepared = statement(tree.sql)
    if (!isDefault) budget.left -= 1
  }
  return tree
}

/** Callers can name any number of selections, and a prepared statement can take two megabytes in each connection. */
const processBudget = { left: 20 }
