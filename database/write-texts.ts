const QUOTED = /"[^"]*"|'(?:[^']|'')*'|\$(\w*)\$.*?\$\1\$|--[^\n]*|\/\*.*?\*\//gs
const NAME = String.raw`(?:"[^"]+"|[\w.])+`
const WRITE = new RegExp(
  String.raw`^\s*(?:alter|call|copy|create|do|drop|grant|refresh|revoke|truncate)\b` +
    String.raw`|\b(?:insert\s+into|delete\s+from|merge\s+into)\b` +
    String.raw`|\bupdate\s+(?:only\s+)?${NAME}(?:\s+(?:as\s+)?(?!set\b)${NAME})?\s+set\b`,
  'i',
)

/** Whether the text changes rows or tables, also inside of `with`. A called function that writes is not noticed. */
export const isWrite = (sql: string): boolean =>
  WRITE.test(sql.replace(QUOTED, (text) => (text.startsWith('"') ? '"name"' : "''")))
