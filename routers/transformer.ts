import superjson, { type SuperJSONResult } from 'superjson'
import { InvalidData } from '#entities/errors.ts'

/**
 * superjson, of which callers may use what inputs are made of: dates, `undefined`, and numbers that JSON does not know.
 * The rest of it would let them say how much memory is taken (`typed-array`), what runs (`regexp`), and which part of
 * their input contains itself. Objects that a client sends twice stand twice in `json`, so which of them were one is not
 * looked at.
 */
export const transformer = {
  input: { serialize: (input: unknown): unknown => superjson.serialize(input), deserialize: deserializePayload },
  output: { serialize: annotateDates, deserialize: superjson.deserialize },
}

const KINDS = new Set<unknown>(['Date', 'undefined', 'number'])

function deserializePayload(payload: unknown): unknown {
  if (!isObject(payload)) throw unreadableRequestError()
  const { json, meta } = payload as { json: SuperJSONResult['json']; meta?: unknown }
  if (meta === undefined) return json
  if (!isObject(meta)) throw unreadableRequestError()
  const { values, v } = meta as { values?: unknown; v?: unknown }
  if (values === undefined) return json
  const kinds = Array.isArray(values) ? [values] : isObject(values) ? Object.values(values) : [values]
  if (!kinds.every((kind) => Array.isArray(kind) && kind.length === 1 && KINDS.has(kind[0])))
    throw unreadableRequestError()
  return superjson.deserialize({ json, meta: { values, v } as never }, { inPlace: true })
}

/**
 * Returns an answer in the format of superjson. Answers are JSON and dates, so only the paths of the dates are written
 * down. `superjson.serialize` copies the whole answer and blocks the process for seconds on a large one.
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

/** In paths of superjson a dot separates two keys. */
const escapeKey = (key: string): string => (/[.\\]/.test(key) ? key.replace(/[.\\]/g, '\\$&') : key)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const unreadableRequestError = () => new InvalidData('The request could not be read')
