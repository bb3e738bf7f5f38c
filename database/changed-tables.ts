import { plainTextOf } from './write-texts.ts'

/** The rows of one table that a statement changes. */
export interface TableChange {
  table: string
  /** The changed columns. Undefined for other changes than an update, and for an update of a list of columns. */
  columns: readonly string[] | undefined
}

const CHANGE =
  /\b(insert\s+into|delete\s+from|merge\s+into|(?<!(?:\bfor|\bkey|\bdo)\s+)update)\s+(?:only\s*)?\(?\s*(?:\w+\.)?(\w+)(?:\s*\))?(?:\s*\*)?(?:\s+(?:as\s+)?(?!set\b)\w+)?(\s*\bset\b)?/gi

/** Returns the tables that the text changes, also inside of `with`. Names have no schema. */
export function changedTablesOf(sql: string): TableChange[] {
  const text = plainTextOf(sql)
  return Array.from(text.matchAll(CHANGE), ({ 0: match, 1: verb = '', 2: table = '', 3: set, index }) => ({
    table: table.toLowerCase(),
    columns: /^update$/i.test(verb) && set ? columnsOf(text.slice(index + match.length)) : undefined,
  }))
}

/** Reads the columns of `a = 1, b = f(2, 3) where …`. */
function columnsOf(assignments: string): string[] | undefined {
  const names: (string | undefined)[] = []
  for (const assignment of topLevelParts(assignments)) names.push(/^\s*(\w+)\s*=/.exec(assignment)?.[1]?.toLowerCase())
  return names.every((name) => name !== undefined) ? names : undefined
}

function topLevelParts(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const [token] of text.matchAll(/\w+|[^\w]/g)) {
    if (depth === 0 && /^(?:where|from|returning|;|\))$/i.test(token)) break
    if (token === '(') depth++
    if (token === ')') depth--
    if (token === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts
}

const LOCK = /\bfor\s+(?:no\s+key\s+update|update|share|key\s+share)\b/i
const ALIASED = String.raw`(?:\w+\.)?\w+(?:\s+(?:as\s+)?(?!for\b|where\b|join\b|on\b)\w+)?`
const SOURCE = new RegExp(String.raw`\b(?:from|join)\s+(?:only\s+)?\(?\s*(${ALIASED}(?:\s*,\s*${ALIASED})*)`, 'gi')

/** Returns the tables whose rows the text may lock. Names have no schema. */
export const lockedTablesOf = (sql: string): string[] => (LOCK.test(plainTextOf(sql)) ? sourceTablesOf(sql) : [])

/** Returns the tables after `from` and `join`, also in subqueries. Names have no schema. */
export function sourceTablesOf(sql: string): string[] {
  return Array.from(plainTextOf(sql).matchAll(SOURCE), ([, sources = '']) =>
    sources.split(',').map((source) =>
      source
        .trim()
        .split(/\s+/)[0]!
        .replace(/^\w+\./, '')
        .toLowerCase(),
    ),
  ).flat()
}
