const NUL = /\0/g
const LONE_SURROGATES = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

const MAX_TEXT_LENGTH = 10_000
const MAX_DEPTH = 50

/** Replaces the characters that PostgreSQL cannot store by visible ones, and shortens very long texts. */
export function storableText(text: string): string {
  const plain = text.replace(NUL, '␀').replace(LONE_SURROGATES, '?')
  return plain.length > MAX_TEXT_LENGTH ? `${plain.slice(0, MAX_TEXT_LENGTH).replace(LONE_SURROGATES, '')}…` : plain
}

/** Returns the same value with texts that PostgreSQL can store. Values below 50 levels become null. */
export function storableJson<Value>(value: Value): Value {
  return convert(value, 0) as Value
}

function convert(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth === MAX_DEPTH) return null
  if (Array.isArray(value)) return value.map((item) => convert(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [storableText(name), convert(item, depth + 1)]))
}
