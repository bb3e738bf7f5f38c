import type { EntityManager } from '@mikro-orm/postgresql'
import type { PlainRow } from '../fast-rows.ts'
import { batch, statement } from '../statement.ts'
import { type AnsweredList, TreeAssembler } from './assemble-tree.ts'
import type { ReadNode } from './plan.ts'
import { readLanguagesOf } from './read-languages.ts'
import { type PageSql, type TreeSql, type TreeStatement, treeStatement } from './tree-statement.ts'

export interface ReadOptions {
  withDeleted?: boolean | undefined
  /** Whether to prepare the statement at the first use. */
  isDefault?: boolean
  admit?: ((characters: number) => void) | undefined
  budget?: { left: number }
}

/** The SQL that finds the keys and the count of a page, and its parameters. */
export type Page = PageSql & { parameters: readonly unknown[] }

/**
 * Returns the existing rows in the order of their keys, with their relations, in the language of `readLanguagesOf`. Of a page, only the
 * first part has rows.
 */
export async function readTrees(
  em: EntityManager,
  roots: readonly string[] | Page,
  { plan, ...options }: ReadOptions & { plan: ReadNode },
): Promise<{ rows: PlainRow[]; keys: readonly string[]; count: number }> {
  const [tree] = 'length' in roots && roots.length === 0 ? [] : await readNodes(em, [{ node: plan, roots }], options)
  const rows = tree?.finish().filter((row) => row !== undefined)
  return { rows: rows ?? [], keys: tree?.keys ?? [], count: tree?.count ?? 0 }
}

async function readNodes(
  em: EntityManager,
  requests: readonly { node: ReadNode; roots: readonly string[] | Page }[],
  options: ReadOptions,
): Promise<TreeAssembler[]> {
  const chain = readLanguagesOf(em)
  const reads = requests.map(({ node, roots }) => {
    const [page, keys] = 'length' in roots ? [undefined, roots] : [roots, []]
    const rootParameters = page?.parameters ?? [keys]
    const languages = chain.map((_, i) => `$${rootParameters.length + i + 1}::text`)
    const tree = statementOf(node, { ...options, page, languages })
    const assembler = new TreeAssembler(tree, keys)
    const parameters = [...rootParameters, ...chain]
    const bound = tree.prepared?.with(...parameters) ?? { sql: tree.sql, parameters }
    const onRow = (list: AnsweredList) => assembler.take(list)
    return { assembler, streamed: { ...bound, onRow, onRowLength: options.admit } }
  })
  await batch(em, ...reads.map(({ streamed }) => streamed))
  const separate = reads.flatMap(({ assembler }) => assembler.separateRows())
  const trees = separate.length > 0 ? await readNodes(em, separate, options) : []
  for (const [i, { put }] of separate.entries()) put(trees[i]?.finish() ?? [])
  return reads.map(({ assembler }) => assembler)
}

function statementOf(node: ReadNode, options: ReadOptions & Omit<TreeSql, 'withDeleted'>): TreeStatement {
  const { withDeleted = false, isDefault = false, budget = processBudget, page, languages } = options
  const key = `${withDeleted} ${languages} ${page?.keys} ${page?.count}`
  const tree = node.statements.get(key) ?? treeStatement(node, { withDeleted, page, languages })
  node.statements.set(key, tree)
  tree.uses++
  const isFrequent = tree.uses > 2 && budget.left > 0
  if (!tree.prepared && (isDefault || isFrequent)) {
    tree.prepared = statement<object, unknown[]>(tree.sql)
    if (!isDefault) budget.left -= 1
  }
  return tree
}

/** Callers can name any number of selections, and a prepared statement can take two megabytes in each connection. */
const processBudget = { left: 20 }
