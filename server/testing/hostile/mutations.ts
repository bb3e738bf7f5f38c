import fc from 'fast-check'

/** A text that is inserted into JSON as it is, such as `1e999` or ten thousand brackets. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const LONG = 'a'.repeat(60_000)

const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '\u202egnp.exe',
  '\u200b\u200d\ufeff',
  '💥🧨👩‍👩‍👧‍👦',
  'e\u0301 vs \u00e9',
  '\u0001\u001b[31m\u007f',
  'a\r\nSet-Cookie: stolen=1',
  "'",
  "' or 1=1 --",
  "'; drop table nothing; --",
  '$1',
  '?',
  '??',
  ':x',
  '\\',
  '%',
  '%_%\\',
  '{}',
  '[]',
  '{1,2}',
  'null',
  'undefined',
  'NaN',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%zz',
  '/',
  '.',
  '..',
  '__proto__',
  'constructor',
  'toString',
  'items.__proto__.x',
  'constructor.prototype',
  '1e308',
  '0x10',
  '-1',
  '99999999999999999999',
  '1e400',
  '294277-01-01',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '0000-00-00',
  '2026-02-30T25:61:61Z',
  `${'a'.repeat(5_000)}!`,
  `${'a@'.repeat(2_000)}`,
  `${'('.repeat(2_000)}`,
  `${' '.repeat(20_000)}x`,
  `${'items.'.repeat(500)}items`,
  `${','.repeat(3_000)}`,
  '💥'.repeat(3_000),
  LONG,
] as const

const NUMBERS = [
  0,
  -0,
  -1,
  0.1,
  1.5,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  2 ** 64,
  1e21,
  1e308,
  -1e308,
  5e-324,
] as const

const OTHERS = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  { $in: [1] },
  { $ne: null },
  { lt: 'x', gt: '\0' },
  { toString: 1 },
  { length: 1e9 },
  new RawJson('{"then":1}'),
  { toJSON: 1 },
  [1, 'x', null, {}],
  Array.from({ length: 5_000 }, (_, i) => i),
  Array.from({ length: 5_000 }, () => 'x'),
  Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`k${i}`, i])),
  new RawJson('1e999'),
  new RawJson('-1e999'),
  new RawJson('123456789012345678901234567890'),
  new RawJson('{"__proto__":{"polluted":1}}'),
  new RawJson('{"constructor":{"prototype":{"polluted":1}}}'),
  new RawJson('{"prototype":1}'),
  new RawJson('{"a":1,"a":2}'),
  new RawJson(`${'['.repeat(10_000)}${']'.repeat(10_000)}`),
  new RawJson(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`),
] as const

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 3, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 3, arbitrary: fc.constantFrom(...OTHERS) },
)

const KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '', 'a\0', '💥', 'id', 'expand']

type Path = readonly (string | number)[]

/** Generates an input with one or two faults: a wrong type, a missing field, or an unknown field. */
export function mutated(input: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(input)
  const replace = fc.tuple(fc.constantFrom(...places), hostile).map(([path, value]) => put(input, path, value))
  const remove = fc.constantFrom(...places).map((path) => put(input, path, undefined))
  const add = fc
    .tuple(fc.constantFrom(...KEYS), fc.constantFrom(...placesOfObjects(input)), hostile)
    .map(([key, path, value]) => put(input, [...path, key], value))
  return fc.oneof({ weight: 8, arbitrary: replace }, { weight: 1, arbitrary: remove }, { weight: 1, arbitrary: add })
}

/** Values that break a resolver that does not check its input: texts, numbers, dates as text, and others. */
const EDGE_VALUES = [
  '',
  '\0',
  '\ud800',
  '\u202e\u05d0💥',
  '%zz',
  "'",
  '__proto__',
  '{',
  '(',
  LONG,
  '99999999999999999999',
  '2026-02-30T25:61:61Z',
  '2026-03-01T00:00:00+14:00',
  '2026-03-01T00:00',
  '0000-01-01',
  '+275760-09-13T00:00:00.000Z',
  -1,
  0.5,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 + 2,
  1e308,
  null,
  true,
  {},
  new Date(-62_167_219_200_001),
  new Date(8.64e15),
  new RawJson(`${'['.repeat(1_000)}${']'.repeat(1_000)}`),
] as const

/** Returns copies of `input`, each with another value at one place. `fields` are optional properties of the input. */
export function withEdgeValues(input: unknown, fields: readonly string[]): unknown[] {
  const places = [...placesIn(input), ...fields.map((field) => [field])]
  return places.flatMap((path) => EDGE_VALUES.map((value) => put(input, path, value)))
}

function placesIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || value instanceof Date || value instanceof RawJson) return [at]
  return [at, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...at, key]))]
}

const placesOfObjects = (value: unknown): Path[] => {
  const places = placesIn(value).filter((path) => isObject(path.reduce<unknown>(inside, value)))
  return places.length > 0 ? places : [[]]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !(value instanceof RawJson)

const inside = (value: unknown, key: string | number) => (value as Record<string, unknown> | undefined)?.[key]

/** Copies `whole` with `value` at the path, also below `__proto__`. `undefined` deletes the property. */
function put(whole: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  const copy: object = Array.isArray(whole)
    ? whole.slice()
    : Object.defineProperties({}, Object.getOwnPropertyDescriptors(isObject(whole) ? whole : {}))
  const before = Object.hasOwn(copy, key) ? Reflect.get(copy, key) : undefined
  const after = put(before, rest, value)
  if (after === undefined) Reflect.deleteProperty(copy, key)
  else Object.defineProperty(copy, key, { value: after, enumerable: true, configurable: true, writable: true })
  return copy
}
