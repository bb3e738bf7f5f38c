const QUOTED = /"[^"]*"|'(?:[^']|'')*'|\$(\w*)\$.*?\$\1\$|--[^\n]*|\/\*.*?\*\//gs
const NAME = String.raw`(?:"[^"]+"|[\w.])+`
const TABLE = String.raw`(?:only\s*)?\(?\s*${NAME}\s*\)?\s*\*?`
const WRITE = new RegExp(
  String.raw`(?:^|;)\s*(?:alter|call|copy|create|do|drop|grant|refresh|revoke|truncate)\b` +
    String.raw`|\b(?:insert\s+into|delete\s+from|merge\s+into)\b` +
    String.raw`|\bselect\b[^;]*?\binto\s+(?!strict\b)(?:temp\w*\s+|unlogged\s+|table\s+)*${NAME}` +
    String.raw`|\bupdate\s+${TABLE}(?:\s+(?:as\s+)?(?!set\b)${NAME})?\s*\bset\b`,
  'i',
)

/** Whether the text changes rows or tables, also inside of `with`. A called function that writes is not noticed. */
export const isWrite = (sql: string): boolean => WRITE.test(sql.replace(QUOTED, plainText))

function plainText(text: string): string {
  if (text.startsWith('"')) return '"name"'
  return text.startsWith('--') || text.startsWith('/*') ? ' ' : "''"
}
