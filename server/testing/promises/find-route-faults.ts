import { inputShapeOf } from '#server/base/input-shape.ts'
import { isForDevelopers } from '#server/plugin/route/core-paths.ts'
import { rawBody } from '#server/plugin/route/route.ts'
import type { MountedRoute } from '#server/plugin/shop-parts.ts'
import { runShop } from '../run-shop.ts'
import { changeDetector } from './change-detector.ts'
import { filledDatabaseOf } from './filled-database.ts'
import type { Callers } from './sample-database.ts'
import type { Subject } from './subject.ts'

/** A page that shows this text without escaping contains an element. */
const MARK = '<x-mark>"\''
const HOSTILE_TEXTS = ['1', MARK, 'x'.repeat(5000), '\u0000', '%00', '../../etc/passwd', '[]', '٣']

/** Longer than the deadline of the shop. A stream that has begun is read for a second. */
const DEADLINE = 40_000
const READ_STREAM = 1000

interface Probe extends MountedRoute {
  url: string
  headers: Readonly<Record<string, string>>
}

/** Calls each route of the plugin with hostile texts. Returns the faults of its answers. */
export async function findRouteFaults(subject: Subject): Promise<string[]> {
  const routes = subject.parts.routes.filter(
    ({ plugin, route }) => plugin === subject.plugin.name && !isForDevelopers(route.path),
  )
  if (routes.length === 0) return []
  const { name, callers } = await filledDatabaseOf(subject)
  await using shop = await runShop(subject.parts, name, { logger: subject.faults.logger })
  const changes = await changeDetector(shop)
  const found: string[] = []
  for (const route of routes) {
    const probe = { ...route, url: shop.urls[0], headers: callerOf(route, callers) }
    found.push(...(await callsWithoutRight(probe, callers)), ...(await foreignForms(probe)))
    for (const text of HOSTILE_TEXTS) found.push(...(await faultsFor(probe, text)))
    const changed = await changes()
    if (route.route.method === 'GET' && changed.length > 0) found.push(`${nameOf(route)} changed ${changed.join(', ')}`)
  }
  return [...new Set(found)]
}

const nameOf = ({ route: { method, path } }: MountedRoute): string => `${method} ${path}`

function callerOf({ route: { options } }: MountedRoute, callers: Callers): Probe['headers'] {
  if (options.access === 'admin') return callers.administrator
  return options.access === 'customer' ? callers.customer : callers.stranger
}

async function callsWithoutRight(probe: Probe, callers: Callers): Promise<string[]> {
  const { access = 'open' } = probe.route.options
  const strangers = { open: [], customer: ['stranger'], admin: ['stranger', 'customer'] } as const
  const found: string[] = []
  for (const caller of strangers[access]) {
    const { status } = await call({ ...probe, headers: callers[caller] }, '1')
    if (status !== 401) found.push(`${nameOf(probe)} answered ${status} to a ${caller} instead of 401`)
  }
  return found
}

async function foreignForms(probe: Probe): Promise<string[]> {
  if (probe.route.method === 'GET' || probe.headers.authorization) return []
  const { status } = await call({ ...probe, headers: { ...probe.headers, origin: 'https://evil.example' } }, '1')
  return status === 403 ? [] : [`${nameOf(probe)} answered ${status} to a form of another site instead of 403`]
}

async function faultsFor(probe: Probe, text: string): Promise<string[]> {
  const { status, type, body } = await call(probe, text)
  const name = nameOf(probe)
  if (status === 0) return [`${name} did not answer within ${DEADLINE / 1000} seconds`]
  if (status === 503) return [`${name} did not answer within the deadline of the shop`]
  return [
    ...(body !== '' && type === 'application/octet-stream' ? [`${name} sends a body without a content type`] : []),
    ...(/html|xml/.test(type) && body.includes('<x-mark>')
      ? [`${name} shows a value of the request without escaping it. Use html\`…\` or xml\`…\`.`]
      : []),
    ...(!/html|xml/.test(type) && /^\s*(<!doctype html|<html)/i.test(body) ? [`${name} sends HTML as ${type}`] : []),
  ]
}

interface Answer {
  /** 0 if there was none. */
  status: number
  type: string
  body: string
}

async function call({ route, url, headers }: Probe, text: string): Promise<Answer> {
  const { method, path, options } = route
  const filled = path.replaceAll(/[:*][a-zA-Z_]\w*/g, encodeURIComponent(text))
  const isBytes = options.input === rawBody
  const names = options.input && !isBytes ? Object.keys(inputShapeOf([options.input])) : []
  const fields = new URLSearchParams(Object.fromEntries(names.map((name) => [name, text])))
  const query = method === 'GET' && names.length > 0 ? `?${fields}` : ''
  const signal = AbortSignal.timeout(DEADLINE)
  try {
    const answer = await fetch(`${url}${filled}${query}`, {
      method,
      headers,
      redirect: 'manual',
      signal,
      ...(method === 'GET' ? {} : { body: isBytes ? text : fields }),
    })
    const type = answer.headers.get('content-type') ?? ''
    return { status: answer.status, type, body: await beginningOf(answer) }
  } catch (error) {
    if (signal.aborted) return { status: 0, type: '', body: '' }
    throw error
  }
}

/** A stream need not end. */
async function beginningOf({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const ending = AbortSignal.timeout(READ_STREAM)
  const ended = new Promise<{ done: true; value: undefined }>((resolve) =>
    ending.addEventListener('abort', () => resolve({ done: true, value: undefined })),
  )
  const chunks: Uint8Array[] = []
  while (reader) {
    const next = await Promise.race([reader.read().catch(() => ({ done: true as const, value: undefined })), ended])
    if (next.done) break
    chunks.push(next.value)
  }
  await reader?.cancel().catch(() => {})
  return Buffer.concat(chunks).toString()
}
