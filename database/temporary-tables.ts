const CREATION = /^\s*create temporary table (\w+)/
const QUERY_OF_CREATION = /^(\s*create temporary table \w+ on commit drop as\s+)/
const OTHER_COMMAND = /^\s*(analyze|create|insert into (\w+) select \* from jsonb_populate_recordset)/

/**
 * The temporary tables of one transaction on a node of a cluster. The node does not join them with its distributed tables everywhere,
 * but their rows in a materialized `with`. PostgreSQL alone needs no copies of the rows.
 */
export class TemporaryTables {
  readonly #names = new Set<string>()

  /** Returns the statement, with the rows of each temporary table that it names in a `with`. */
  rewrite(sql: string): string {
    const names = [...this.#names].filter((name) => new RegExp(`\\b${name}\\b`).test(sql))
    const created = CREATION.exec(sql)?.[1]
    if (created) this.#names.add(created)
    if (names.length === 0) return sql
    const [creation = ''] = QUERY_OF_CREATION.exec(sql) ?? []
    if (creation === '' && OTHER_COMMAND.test(sql)) return sql
    return creation + withRows(sql.slice(creation.length), names)
  }

  clear(): void {
    this.#names.clear()
  }
}

function withRows(sql: string, names: readonly string[]): string {
  const rows = names.map((name) => `${name} as materialized (select * from pg_temp.${name})`).join(', ')
  const [clause] = /^\s*with (recursive )?/.exec(sql) ?? []
  if (clause) return `${clause}${rows}, ${sql.slice(clause.length)}`
  const [insertion, columns] = /^\s*insert into \w+\s*\(([^)]*)\)\s*/.exec(sql) ?? []
  if (!insertion) return `with ${rows} ${sql}`
  const end = insertion.length + endOfQuery(sql.slice(insertion.length))
  const inserted = `inserted (${columns}) as materialized (${sql.slice(insertion.length, end)})`
  return `with ${rows}, ${inserted} ${insertion} select * from inserted ${sql.slice(end)}`
}

/** The place of the first `on conflict` or `returning` outside of parentheses. */
function endOfQuery(sql: string): number {
  let depth = 0
  for (const { 0: token, index } of sql.matchAll(/[()]|\bon conflict\b|\breturning\b/g)) {
    if (token === '(') depth += 1
    else if (token === ')') depth -= 1
    else if (depth === 0) return index
  }
  return sql.length
}
