import superjson, { type SuperJSONResult } from 'superjson'
import { InvalidData } from '#entities/errors.ts'

/**
 * superjson, of which callers may use what inputs are made of: dates, `undefined`, and numbers that JSON does not know.
 * The rest of it would let them say how much memory is taken (`typed-array`), what runs (`regexp`), and which part of
 * their input contains itself. Objects that a client sends twice stand twice in `json`, so which of them were one is not
 * looked at.
 */
export const transformer = {
  input: { serialize: (input: unknown): unknown => superjson.serialize(input), deserialize: read },
  output: superjson,
}

const KINDS = new Set<unknown>(['Date', 'undefined', 'number'])

function read(payload: unknown): unknown {
  if (!isObject(payload)) throw unreadable()
  const { json, meta } = payload as { json: SuperJSONResult['json']; meta?: unknown }
  if (meta === undefined) return json
  if (!isObject(meta)) throw unreadable()
  const { values, v } = meta as { values?: unknown; v?: unknown }
  if (values === undefined) return json
  const kinds = Array.isArray(values) ? [values] : isObject(values) ? Object.values(values) : [values]
  if (!kinds.every((kind) => Array.isArray(kind) && kind.length === 1 && KINDS.has(kind[0]))) throw unreadable()
  return superjson.deserialize({ json, meta: { values, v } as never }, { inPlace: true })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const unreadable = () => new InvalidData('The request could not be read')
