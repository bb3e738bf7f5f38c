import fc from 'fast-check'
import { isInQuery } from '#server/base/input-shape.ts'
import { escaped, jsonOf, queryOf, superJsonOf } from './encode.ts'
import { inputsOf } from './inputs.ts'
import { mutated, RawJson } from './mutations.ts'
import { META } from './super-json.ts'
import type { Target } from './targets.ts'
import type { Vocabulary } from './vocabulary.ts'

export const CALLERS = ['stranger', 'customer', 'administrator'] as const
export type CallerName = (typeof CALLERS)[number]

export interface HostileRequest {
  caller: CallerName
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}

/** Generates invalid requests of plausible form to a procedure. */
export function requestsTo(target: Target, vocabulary: Vocabulary): fc.Arbitrary<HostileRequest> {
  const valid = target.input && !target.takesFiles ? inputsOf(target.input, target.name, vocabulary) : fc.constant({})
  const inputs = valid.chain((input) =>
    fc.oneof({ weight: 1, arbitrary: fc.constant(input) }, { weight: 9, arbitrary: mutated(input) }),
  )
  const overTrpc = fc.oneof(
    { weight: 6, arbitrary: inputs.map((input) => trpcRequest(target, superJsonOf(input))) },
    { weight: 1, arbitrary: fc.tuple(valid, META).map(([input, meta]) => trpcRequest(target, meta(input))) },
  )
  const overRest = inputs.map((input) => restRequest(target, input))
  const whole = target.rest ? fc.oneof(overTrpc, overRest) : overTrpc
  return fc.tuple(callersOf(target), whole, wire).map(([caller, request, bend]) => bend({ ...request, caller }))
}

/** Mostly callers that may call the procedure, because others are rejected before its input is read. */
function callersOf(target: Target): fc.Arbitrary<CallerName> {
  const rightful = rightfulCaller(target)
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant<CallerName>(rightful) },
    { weight: 2, arbitrary: fc.constantFrom(...CALLERS) },
  )
}

export const rightfulCaller = ({ access }: Pick<Target, 'access'>): CallerName =>
  access === 'admin' ? 'administrator' : access === 'customer' ? 'customer' : 'stranger'

type Request = Omit<HostileRequest, 'caller'>

const JSON_TYPE = { 'content-type': 'application/json' }

/** `json` is an input in the format of superjson. */
export function trpcRequest({ name, type }: Pick<Target, 'name' | 'type'>, json: string): Request {
  if (type === 'mutation') return { method: 'POST', path: `/trpc/${name}`, headers: JSON_TYPE, body: json }
  return { method: 'GET', path: `/trpc/${name}?input=${escaped(json)}`, headers: {} }
}

/** @throws TypeError if the procedure has no REST path. */
export function restRequest({ rest }: Pick<Target, 'rest'>, input: unknown): Request {
  if (!rest) throw new TypeError('The procedure has no REST path')
  const { method, path } = rest
  const fields: Record<string, unknown> = isFields(input) ? { ...input } : { id: input }
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = fields[name]
    delete fields[name]
    return inPath(value)
  })
  const inQuery = Object.fromEntries(Object.entries(fields).filter(([name]) => isInQuery(name, method)))
  const pathWithQuery = `${filled}?${queryOf(inQuery)}`
  if (method === 'GET') return { method, path: pathWithQuery, headers: {} }
  if (!isFields(input)) return { method, path: filled, headers: JSON_TYPE, body: jsonOf(input) }
  const inBody = Object.fromEntries(Object.entries(fields).filter(([name]) => !isInQuery(name, method)))
  return { method, path: pathWithQuery, headers: JSON_TYPE, body: jsonOf(inBody) }
}

const isFields = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input) && !(input instanceof RawJson)

function inPath(value: unknown): string {
  const text = typeof value === 'string' ? value : jsonOf(value)
  return escaped(text.slice(0, 20_000)) || '%20'
}

type Bend = (request: HostileRequest) => HostileRequest

const withHeader =
  (name: string, value: string): Bend =>
  (request) => ({ ...request, headers: { ...request.headers, [name]: value } })
const withBody =
  (change: (body: string) => string | Buffer): Bend =>
  (request) =>
    request.body === undefined ? request : { ...request, body: change(String(request.body)) }
const withQuery =
  (query: string): Bend =>
  (request) => ({ ...request, path: `${request.path}${request.path.includes('?') ? '&' : '?'}${query}` })

const wire: fc.Arbitrary<Bend> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Bend>((request) => request) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Bend>(
      withBody((body) => body.slice(0, -1)),
      withBody((body) => `${body}}`),
      withBody(() => ''),
      withBody(() => '[1,2'),
      withBody(() => '"text"'),
      withBody(() => 'null'),
      withBody(() => '\0\x01\x02'),
      withBody((body) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(body)])),
      withBody((body) => Buffer.concat([Buffer.from(body.slice(0, -1)), Buffer.from(',"b":"\xff\xc0"}', 'latin1')])),
      withBody((body) => `${body}${' '.repeat(200_000)}`),
      withBody(() => `{"id":"${'x'.repeat(3_000_000)}"}`),
      withHeader('content-type', 'text/plain'),
      withHeader('content-type', 'application/x-www-form-urlencoded'),
      withHeader('content-type', 'application/json; charset=utf-7'),
      withHeader('content-type', 'application/json; charset='),
      withHeader('content-type', 'application/octet-stream'),
      withHeader('content-type', 'multipart/form-data'),
      withHeader('content-type', 'multipart/form-data; boundary=x'),
      withHeader('content-type', ';;;'),
      withHeader('content-encoding', 'gzip'),
      withHeader('content-encoding', 'whatever'),
      withHeader('accept', 'application/jsonl'),
      withHeader('trpc-accept', 'application/jsonl'),
      withHeader('idempotency-key', 'k'.repeat(5_000)),
      withHeader('idempotency-key', '\u00ff\u00fe'),
      withHeader('x-request-id', 'x'.repeat(5_000)),
      withHeader('x-forwarded-for', "1.2.3.4' or 1=1"),
      withHeader('host', 'evil host/..'),
      withHeader('host', ''),
      withHeader('origin', 'null'),
      withHeader('user-agent', '\u00ff'.repeat(3_000)),
      withHeader('authorization', 'Bearer '),
      withHeader('authorization', 'Bearer a.b.c'),
      withHeader('authorization', `Bearer ${'x'.repeat(8_000)}`),
      withHeader('authorization', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'),
      withHeader('x-medusa-access-token', '\u00ff'),
      withHeader('cookie', 'connect.sid=garbage'),
      withHeader('cookie', 'connect.sid=Fe26.2**a*b*c*d*e*f'),
      withHeader('cookie', `connect.sid=${'%'.repeat(3_000)}`),
      withHeader('cookie', 'connect.sid=%zz; connect.sid'),
      withHeader('if-none-match', '*'),
      withHeader('x-http-method-override', 'DELETE'),
      withHeader('last-event-id', '__proto__'),
      withQuery('a=1&a=2&a[]=3&a[b]=4'),
      withQuery('__proto__[polluted]=1&constructor[prototype][polluted]=1'),
      withQuery(`${'a['.repeat(200)}]=1`),
      withQuery(Array.from({ length: 1_500 }, (_, i) => `k${i}=`).join('&')),
      withQuery(`q=${'x'.repeat(14_000)}`),
      withQuery(`q=${'x'.repeat(40_000)}`),
      withQuery('%zz=%&%00=%ff&=&&&[]=1&[a]=1'),
      withQuery('input=%7B'),
      withQuery('batch=1'),
      withQuery('connectionParams=%7B'),
      withQuery('lastEventId=__proto__'),
      (request) => ({ ...request, path: request.path.replace(/[^/?]+(?=\?|$)/, '%E0%A4%A') }),
      (request) => ({ ...request, path: `/${request.path}` }),
      (request) => ({ ...request, path: request.path.replace('/', '/%2e%2e/') }),
      (request) => ({ ...request, path: `${request.path.split('?')[0]}/__proto__` }),
      ...['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'GET', 'POST'].map<Bend>((method) => (request) => ({
        ...request,
        method,
      })),
    ),
  },
)
