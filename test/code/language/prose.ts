import { type Comment, parseSync } from 'oxc-parser'

/** A text for people, with the position of its first character in the file. */
export interface Prose {
  start: number
  text: string
}

export function proseOf(file: string, source: string): Prose[] {
  if (file.endsWith('.md')) return [{ start: 0, text: withoutCode(source) }]
  const { program, comments } = parseSync(file, source)
  return [...comments.map(commentProse), ...stringsIn(program).filter(({ text }) => isProse(text))]
}

/** Replaces by spaces, so that positions stay the same. */
const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

const withoutCode = (markdown: string): string =>
  markdown.replace(/^(```|~~~)[\s\S]*?^\1/gm, blank).replace(/`[^`]*`/g, blank)

const commentProse = ({ start, value }: Comment): Prose => ({
  start: start + 2,
  text: value
    .replace(/^\s*\*+/gm, blank)
    .replace(/`[^`]*`/g, blank)
    .replace(/@\w+/g, blank),
})

interface Node {
  type?: string
  start?: number
  value?: unknown
  quasis?: { start: number; value: { cooked: string | null } }[]
}

function stringsIn(node: unknown): Prose[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(stringsIn)
  const { type, start = 0, value, quasis } = node as Node
  if (type === 'Literal') return typeof value === 'string' ? [{ start: start + 1, text: value }] : []
  const nested = Object.values(node).flatMap(stringsIn)
  if (type !== 'TemplateLiteral' || !quasis) return nested
  return [{ start, text: quasis.map(({ value: { cooked } }) => cooked).join(' … ') }, ...nested]
}

const SQL_START =
  /^[\s(]*(?:select|insert|update|delete|with|create|alter|drop|do|set|lock|truncate|declare|from|where|join|left|inner|cross|order by|group by|union|and|or|not|case|when|exists|coalesce|returning|values|on|lateral|jsonb?_\w+|greatest|least|sum|count)\b/
const SQL_INSIDE =
  /\b(?:select|from|where|join|update|delete|insert into|order by|group by|is (?:not )?null|coalesce|exists)\b/g

/** A text of three words or more that is not SQL. */
function isProse(text: string): boolean {
  if (text.trim().split(/\s+/).length < 3) return false
  const isSql = SQL_START.test(text)
    ? /[=$(*]/.test(text) || (text.match(SQL_INSIDE)?.length ?? 0) > 1
    : /::|\bselect\b.*\bfrom\b/s.test(text)
  return !isSql
}
