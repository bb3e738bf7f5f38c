const QUOTED = /"[^"]*"|'(?:[^']|'')*'|\$(\w*)\$.*?\$\1\$|--[^\n]*|\/\*.*?\*\//gs
const NAME = String.raw`(?:"[^"]+"|[\w.])+`
const TABLE = String.raw`(?:only\s*)?\(?\s*${NAME}\s*\)?\s*\*?`
const DEFINITION = String.raw`(?:^|;)\s*(?:alter|call|copy|create|do|drop|grant|refresh|revoke|truncate)\b|\bselect\b[^;]*?(?<!\binsert\s+)\binto\s+(?!strict\b)(?:temp\w*\s+|unlogged\s+|table\s+)*${NAME}`
const WRITE = new RegExp(
  String.raw`${DEFINITION}|\b(?:insert\s+into|delete\s+from|merge\s+into)\b` +
    String.raw`|\bupdate\s+${TABLE}(?:\s+(?:as\s+)?(?!set\b)${NAME})?\s*\bset\b`,
  'i',
)

/** Whether the text changes rows or tables, also inside of `with`. A called function that writes is not noticed. */
export const isWrite = (sql: string): boolean => WRITE.test(plainTextOf(sql))

/** @throws Error if the text changes rows or tables. */
export function assertReads(sql: string): void {
  if (isWrite(sql)) throw new Error(`A rule only reads, but it sent: ${sql.slice(0, 200)}`)
}

const DEFINES = new RegExp(DEFINITION, 'i')

/** Whether the text defines tables, or calls a procedure. */
export const isDefinition = (sql: string): boolean => DEFINES.test(plainTextOf(sql))

/** Names that are words stay words, so that a table has one spelling. */
export function plainTextOf(sql: string): string {
  return sql.replace(QUOTED, (text) => {
    if (text.startsWith('"'))
      return /^"(?!(?:insert|update|delete|merge|set|for|from)")\w+"$/.test(text) ? text.slice(1, -1) : '_'
    return text.startsWith('--') || text.startsWith('/*') ? ' ' : "''"
  })
}
