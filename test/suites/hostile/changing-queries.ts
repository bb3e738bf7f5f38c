import fc from 'fast-check'
import { inputShapeOf, isInQuery } from '#server/base/input-shape.ts'
import { escaped, jsonOf, queryOf, superJsonOf } from '#server/testing/hostile/encode.ts'
import { inputsOf } from '#server/testing/hostile/inputs.ts'
import { CALLERS, type HostileRequest } from '#server/testing/hostile/requests.ts'
import { type Callers, senderTo } from '#server/testing/hostile/send.ts'
import { changedTables, type Snapshot, takeSnapshot } from '#server/testing/hostile/snapshot.ts'
import type { Target } from '#server/testing/hostile/targets.ts'
import type { Vocabulary } from '#server/testing/hostile/vocabulary.ts'
import type { KnownInputs } from './furnish.ts'
import { hostileTargets } from './procedures.ts'

export interface QuerySweep {
  url: string
  vocabulary: Vocabulary
  callers: Callers
  known: KnownInputs
  query: (sql: string) => Promise<Record<string, unknown>[]>
  only?: string | undefined
  plainInputs: number
  richInputs: number
  seed: number
}

export interface SweptQuery {
  procedure: string
  requests: number
  answered: number
  findings: string[]
}

interface Exception {
  reason: string
  tables: readonly string[]
}

const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  'store.carts.get': {
    reason: 'A customer who opens the cart of a guest in the shop itself takes the cart over, as in v1',
    tables: ['cart', 'address', 'customer', 'line_item', 'payment_session'],
  },
}

/** How a browser marks a request that another web site starts: by a script, and by a link. */
const FOREIGN_SITES: readonly Record<string, string>[] = [
  { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
]

/**
 * Calls every query as a stranger, a customer and an administrator, over tRPC and REST, with ids of rows that exist. Finds the
 * tables that a query changes. A query with an exception also gets every request from another web site, which must
 * not change anything.
 */
export async function sweepQueries({ only, ...sweep }: QuerySweep): Promise<SweptQuery[]> {
  const queries = hostileTargets.filter(({ name, type }) => type === 'query' && (!only || name.includes(only)))
  const swept: SweptQuery[] = []
  let before = await takeSnapshot(sweep.query)
  for (const target of queries) {
    const { name } = target
    const inputs = inputsTo(target, sweep)
    const exception = EXCEPTIONS[name]
    const requests = FOREIGN_SITES.flatMap((headers) => requestsWith(target, inputs, headers))
    const strange = exception && (await send(sweep, requests, before))
    const own = await send(sweep, requestsWith(target, inputs, {}), strange?.after ?? before)
    before = own.after
    const wrong = own.changed.filter((table) => !exception?.tables.includes(table))
    swept.push({
      procedure: name,
      requests: own.requests + (strange?.requests ?? 0),
      answered: own.answered,
      findings: [
        ...(strange?.changed ?? []).map((table) => `The query ${name}, sent by another web site, changes ${table}`),
        ...wrong.map((table) => `The query ${name} changes ${table}`),
      ],
    })
  }
  return swept
}

interface Sent {
  requests: number
  answered: number
  changed: string[]
  after: Snapshot
}

async function send(
  { url, callers, query }: Pick<QuerySweep, 'url' | 'callers' | 'query'>,
  requests: readonly HostileRequest[],
  before: Snapshot,
): Promise<Sent> {
  const sender = senderTo(url, callers)
  const answers = await Promise.all(requests.map((request) => sender.send(request)))
  const after = await takeSnapshot(query)
  sender.close()
  return {
    requests: requests.length,
    answered: answers.filter(({ status }) => status < 400).length,
    changed: changedTables(before, after),
    after,
  }
}

function inputsTo(target: Target, sweep: Omit<QuerySweep, 'only'>): Input[] {
  const { vocabulary, known, plainInputs, richInputs, seed } = sweep
  const { input, name } = target
  if (!input) return Array.from({ length: plainInputs }, () => ({}))
  const required = Object.entries(inputShapeOf([input])).filter(([, schema]) => !schema.safeParse(undefined).success)
  const plain = Array.from({ length: plainInputs }, (_, i) =>
    Object.fromEntries(required.map(([field]) => [field, elementAt(vocabulary.fittingWordsFor(field, name), i)])),
  ).map((input) => known[name] ?? input)
  const fitting = { ...vocabulary, wordsFor: vocabulary.fittingWordsFor }
  const rich = fc.sample(inputsOf(input, name, fitting), { seed, numRuns: richInputs })
  return [...plain, ...rich.map(withoutSelection)]
}

/** Most random selections are refused, and a refused query changes nothing. */
function withoutSelection(input: unknown): Input {
  const { expand: _, fields: __, order: ___, ...rest } = (input ?? {}) as Input
  return rest
}

function requestsWith(target: Target, inputs: readonly Input[], headers: Record<string, string>): HostileRequest[] {
  const forms = target.rest ? [overTrpc, overRest, asHead] : [overTrpc]
  return CALLERS.flatMap((caller, c) =>
    inputs.map((input, i) => elementAt(forms, c + i)(target, input, { caller, headers })),
  )
}

const elementAt = <T>(all: readonly T[], i: number): T => all[i % all.length] as T

type Envelope = Pick<HostileRequest, 'caller' | 'headers'>
type Input = Record<string, unknown>

const overTrpc = ({ name }: Target, input: Input, envelope: Envelope): HostileRequest => ({
  ...envelope,
  method: 'GET',
  path: `/trpc/${name}?input=${escaped(superJsonOf(input))}`,
})

function overRest({ rest }: Target, input: Input, envelope: Envelope): HostileRequest {
  const { method, path } = rest as NonNullable<Target['rest']>
  const named = Object.entries(input).filter(([field]) => path.includes(`{${field}}`))
  const filled = named.reduce((at, [field, value]) => at.replace(`{${field}}`, escaped(String(value))), path)
  const others = Object.entries(input).filter(([field]) => !path.includes(`{${field}}`))
  const query = queryOf(Object.fromEntries(others.filter(([field]) => isInQuery(field, method))))
  const request = { ...envelope, method, path: `${filled}?${query}` }
  if (method === 'GET') return request
  const body = Object.fromEntries(others.filter(([field]) => !isInQuery(field, method)))
  return { ...request, headers: { ...envelope.headers, 'content-type': 'application/json' }, body: jsonOf(body) }
}

function asHead(target: Target, input: Input, envelope: Envelope): HostileRequest {
  const request = overRest(target, input, envelope)
  return request.method === 'GET' ? { ...request, method: 'HEAD' } : request
}
