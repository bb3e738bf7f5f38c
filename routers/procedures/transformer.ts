import superjson, { type SuperJSONResult } from 'superjson'
import { parseTime } from '#entities/values/parse-time.ts'
import { unreadableCallError } from '../errors/errors.ts'

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
  if (!Array.isArray(values))
    for (const [path, [kind]] of Object.entries(values)) if (kind === 'Date') checkDay(json, path)
  return superjson.deserialize({ json, meta: { values, v } }, { inPlace: true })
}

/** Makes a date whose day does not exist invalid, so that the schema refuses it at its place. */
function checkDay(json: unknown, path: string): void {
  const keys = path.split(/(?<!\\)\./).map((key) => key.replace(/\\([.\\])/g, '$1'))
  const last = keys.pop() ?? ''
  const owner = keys.reduce<unknown>((value, key) => (isObject(value) ? (value as Values)[key] : undefined), json)
  if (!isObject(owner) || !Object.hasOwn(owner, last)) return
  const text = (owner as Values)[last]
  if (typeof text === 'string' && !parseTime(text)) (owner as Values)[last] = ''
}

type Values = Record<string, unknown>

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
