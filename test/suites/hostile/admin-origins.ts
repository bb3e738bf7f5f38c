import { inputShapeOf } from '#server/base/input-shape.ts'
import { escaped, jsonOf, superJsonOf } from '#server/testing/hostile/encode.ts'
import type { HostileRequest } from '#server/testing/hostile/requests.ts'
import { type Sender, senderTo } from '#server/testing/hostile/send.ts'
import { changedTables, takeSnapshot } from '#server/testing/hostile/snapshot.ts'
import type { Target } from '#server/testing/hostile/targets.ts'
import type { Vocabulary } from '#server/testing/hostile/vocabulary.ts'
import { hostileTargets } from './procedures.ts'

export interface OriginSweep {
  url: string
  vocabulary: Vocabulary
  cookie: string
  storeOrigin: string
  adminOrigin: string
  query: (sql: string) => Promise<Record<string, unknown>[]>
}

export interface SweptOrigins {
  procedures: number
  requests: number
  findings: string[]
}

const STORE_QUERY = 'store.regions.list'

/**
 * Calls all admin procedures with the cookie of an administrator and the origin of the store. No response may allow
 * that origin to read it, also not in a batch with a store procedure, and no data may change.
 */
export async function sweepOrigins(sweep: OriginSweep): Promise<SweptOrigins> {
  const { url, query } = sweep
  const administration = hostileTargets.filter(({ name }) => name.startsWith('admin.'))
  const sender = senderTo(url, { stranger: {}, customer: {}, administrator: { cookie: sweep.cookie } })
  const before = await takeSnapshot(query)
  let requests = 0
  const findings: string[] = []
  for (const target of administration) {
    const all = requestsTo(target, sweep)
    requests += all.length
    const found = await Promise.all(all.map((request) => findingAbout(sender, request, sweep.storeOrigin)))
    findings.push(...found.flat())
  }
  const changed = changedTables(before, await takeSnapshot(query))
  findings.push(...changed.map((table) => `An administration called from the origin of the store changes ${table}`))
  findings.push(...(await findLockedOut(sender, sweep)))
  sender.close()
  return { procedures: administration.length, requests, findings }
}

async function findingAbout(sender: Sender, request: HostileRequest, origin: string): Promise<string[]> {
  const { headers } = await sender.send(request)
  const allowed = headers['access-control-allow-origin']
  return allowed === origin || allowed === '*'
    ? [`${request.method} ${request.path.replace(/&?input=.*/, '')} allows the origin ${allowed}`]
    : []
}

/** Checks that each origin is allowed for its own API. Otherwise the sweep would prove nothing. */
async function findLockedOut(sender: Sender, { storeOrigin, adminOrigin }: OriginSweep): Promise<string[]> {
  const needed: [path: string, origin: string][] = [
    ['/store/regions', storeOrigin],
    [`/trpc/${STORE_QUERY}`, storeOrigin],
    [`/trpc/${STORE_QUERY},${STORE_QUERY}?batch=1`, storeOrigin],
    ['/admin/store', adminOrigin],
    ['/trpc/admin.store.get', adminOrigin],
    [`/trpc/admin.store.get,${STORE_QUERY}?batch=1`, adminOrigin],
  ]
  const found = needed.map(async ([path, origin]) => {
    const { headers } = await sender.send({ caller: 'administrator', method: 'GET', path, headers: { origin } })
    return headers['access-control-allow-origin'] === origin ? [] : [`GET ${path} does not allow the origin ${origin}`]
  })
  return (await Promise.all(found)).flat()
}

function requestsTo(target: Target, { vocabulary, storeOrigin }: OriginSweep): HostileRequest[] {
  const { name, type, access } = target
  const isQuery = type !== 'mutation'
  // A mutation without a cookie is allowed for all origins, so only its headers are checked.
  const input = isQuery || access === 'admin' ? requiredInput(target, vocabulary) : {}
  const json = superJsonOf(input)
  const from = (method: string, path: string, body?: string): HostileRequest => ({
    caller: 'administrator',
    method,
    path,
    headers: { origin: storeOrigin, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  })
  const call = (path: string, first = json) =>
    isQuery ? from('GET', `${path}${path.includes('?') ? '&' : '?'}input=${escaped(first)}`) : from('POST', path, first)
  const inBatch = `{"0":${superJsonOf({})},"1":${json}}`
  const inBatchFirst = `{"0":${json},"1":${superJsonOf({})}}`
  const overTrpc = [
    call(`/trpc/${name}`),
    call(`/trpc/${name.replace('.', '%2E')}`),
    call(`/trpc/${STORE_QUERY},${name}?batch=1`, inBatch),
    call(`/trpc/${STORE_QUERY}%2C${name}?batch=1`, inBatch),
    call(`/trpc/${name},${STORE_QUERY}?batch=1`, inBatchFirst),
    ...['GET', 'POST'].map((method) => preflight(from('OPTIONS', `/trpc/${STORE_QUERY},${name}?batch=1`), method)),
  ]
  if (!target.rest) return overTrpc
  const path = target.rest.path.replace(/\{(\w+)\}/g, (_, field: string) => escaped(String(input[field] ?? 'none')))
  const { method } = target.rest
  const overRest = method === 'GET' ? from('GET', path) : from(method, path, jsonOf(bodyOf(target, input)))
  return [...overTrpc, overRest, preflight(from('OPTIONS', path), method)]
}

const preflight = (request: HostileRequest, method: string): HostileRequest => ({
  ...request,
  headers: { ...request.headers, 'access-control-request-method': method },
})

const bodyOf = ({ rest }: Target, input: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(input).filter(([field]) => !rest?.path.includes(`{${field}}`)))

function requiredInput({ name, input }: Target, vocabulary: Vocabulary): Record<string, unknown> {
  if (!input) return {}
  const required = Object.entries(inputShapeOf([input])).filter(([, schema]) => !schema.safeParse(undefined).success)
  return Object.fromEntries(required.map(([field]) => [field, vocabulary.fittingWordsFor(field, name)[0]]))
}
