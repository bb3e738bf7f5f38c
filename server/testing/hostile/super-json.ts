import fc from 'fast-check'
import { jsonOf, superJsonOf } from './encode.ts'

type Envelope = (input: unknown) => string

const VALUES: unknown[] = [
  { '': ['Date'] },
  ['Date'],
  ['undefined'],
  ['bigint'],
  ['set'],
  ['map'],
  ['regexp'],
  ['Error'],
  ['URL'],
  [['symbol', 'iterator']],
  [['class', 'Object']],
  [['class', 'constructor']],
  [['custom', '__proto__']],
  [['typed-array', 'Float64Array']],
  ['toString'],
  ['__proto__'],
  'Date',
  1,
  null,
  [],
  [[[[]]]],
  [null],
  { id: ['regexp'] },
  { id: ['bigint'] },
  { '__proto__.polluted': ['undefined'] },
  { 'constructor.prototype.polluted': ['undefined'] },
  { 'a.b.c.d': ['Date'] },
  { 'a\\': ['Date'] },
  { id: [['typed-array', 'Uint8Array']] },
  { length: ['number'] },
  { email: ['number'], id: ['number'], quantity: ['number'], title: ['undefined'] },
]

const EQUALITIES: unknown[] = [
  { '': ['a', 'b'] },
  [['a', 'a.b']],
  { a: ['__proto__'] },
  { a: ['metadata.x', 'metadata.y'] },
  [['metadata']],
  [[1, 2, null]],
  'x',
  1,
]

const BODIES: string[] = [
  '{}',
  'null',
  '[]',
  '{"json":null}',
  '{"meta":{}}',
  '{"json":1e9,"meta":{"values":[["typed-array","Float64Array"]],"v":1}}',
  '{"json":{"id":"1e999999","metadata":"9"},"meta":{"values":{"id":["bigint"],"metadata":["bigint"]},"v":1}}',
  '{"json":{"metadata":{"a":"9"}},"meta":{"values":{"metadata.a":["bigint"]},"v":1}}',
  '{"json":{"metadata":{"a":{}}},"meta":{"referentialEqualities":{"metadata":["metadata.a"]},"v":1}}',
  '{"json":{"id":"/(a+)+$/"},"meta":{"values":{"id":["regexp"]},"v":1}}',
  `{"json":{},"meta":{"values":${'{"a":'.repeat(8_000)}["Date"]${'}'.repeat(8_000)},"v":1}}`,
  `{"json":{},"meta":{"values":{"${'a.'.repeat(30_000)}a":["Date"]},"v":1}}`,
]

export const META: fc.Arbitrary<Envelope> = fc.oneof(
  fc.constantFrom(...VALUES).map<Envelope>((values) => (input) => superJsonOf(input, { values, v: 1 })),
  fc.constantFrom(...VALUES).map<Envelope>((values) => (input) => superJsonOf(input, { values })),
  fc
    .constantFrom(...EQUALITIES)
    .map<Envelope>((referentialEqualities) => (input) => superJsonOf(input, { referentialEqualities, v: 1 })),
  fc.constantFrom(...BODIES).map<Envelope>((body) => () => body),
  fc.constant<Envelope>((input) => jsonOf(input)),
)
