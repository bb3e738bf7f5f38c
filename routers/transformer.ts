import superjson, { type SuperJSONResult } from 'superjson'
import { unreadableCallError } from './errors.ts'

/**
 * The server accepts only the superjson types that inputs need: dates, `undefined`, and numbers that JSON lacks.
 * Other types could exhaust memory (`typed-array`), run slow patterns (`regexp`) or create circular inputs.
 */
export const transformer = {
  input: { serialize: (input: unknown): unknown => superjson.serialize(input), deserialize: deserializePayload },
  output: { serialize: annotateDates, deserialize: superjson.deserialize },
}

const KINDS = new Set<unknown>(['Date', 'undefined', 'number'])

function deserializePayload(payload: unknown): unknown {
  if (!isObject(payload)) throw unreadableCallError()
  const { json, meta } = payload as { json: SuperJSONResult['json']; meta?: unknown }
  if (meta === undefined) return json
  if (!isObject(meta)) throw unreadableCallError()
  const { values, v } = meta as NonNullable<SuperJSONResult['meta']>
  if (values === undefined) return json
  const kinds = Array.isArray(values) ? [values] : isObject(values) ? Object.values(values) : [values]
  if (!kinds.every((kind) => Array.isArray(kind) && kind.length === 1 && KINDS.has(kind[0])))
    throw unreadableCallError()
  return superjson.deserialize({ json, meta: { values, v } }, { inPlace: true })
}

/**
 * Only collects the paths of dates, because `superjson.serialize` would copy a large response and block the process
 * for seconds.
 */
function annotateDates(answer: unknown): object {
  if (!isObject(answer) || answer instanceof Date) return superjson.serialize(answer)
  const values: Record<string, ['Date']> = {}
  collectDates(answer, '', values)
  return Object.keys(values).length > 0 ? { json: answer, meta: { values, v: 1 } } : { json: answer }
}

function collectDates(parent: object, prefix: string, values: Record<string, ['Date']>): void {
  for (const [key, value] of Object.entries(parent)) {
    if (!isObject(value)) continue
    const path = prefix + escapeKey(key)
    if (value instanceof Date) values[path] = ['Date']
    else collectDates(value, `${path}.`, values)
  }
}

const escapeKey = (key: string): string => (/[.\\]/.test(key) ? key.replace(/[.\\]/g, '\\$&') : key)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
