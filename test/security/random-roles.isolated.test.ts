import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { createShopClient } from '#client/index.ts'
import { relatedResource } from '#routers/reading/define-resource.ts'
import { documentedSchemaOf } from '#routers/reading/resource.ts'
import { readParts } from '#server/shop/read-parts.ts'
import { superJsonOf } from '#server/testing/hostile/encode.ts'
import { restRequest, trpcRequest } from '#server/testing/hostile/requests.ts'
import { targetsOf } from '#server/testing/hostile/targets.ts'
import { addUserOfRole, type UserOfRole } from '#test/support/add-member.ts'
import { referencePlugins } from '#test/support/all-plugins.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { subscribeToChanges } from '#test/support/subscribe-to-changes.ts'

/*
 * Random roles call every procedure over REST and tRPC, read every list with every relation, and watch live changes.
 * `RANDOM_ROLES=200` tests that many roles, and `RANDOM_ROLES_SEED` repeats a failed run.
 */

const ROLES = Number(process.env.RANDOM_ROLES ?? 3)
const SEED = Number(process.env.RANDOM_ROLES_SEED ?? 20261129)

const targets = targetsOf(readParts(referencePlugins, {}).routers.app).filter(({ name }) => name.startsWith('admin.'))
const calls = targets.map((target) => ({ ...target, procedure: target.name.slice('admin.'.length) }))
type Call = (typeof calls)[number]

/* The expected answers, without any code of the shop. */

const CLOSED = new Set(['apiKeys', 'auth', 'events', 'invites', 'jobs', 'roles', 'users', 'webhooks'])
const OWN_ACCOUNT = ['auth.current', 'auth.permissions', 'auth.logout']
const isOwnAccount = (name: string) => name.startsWith('account.') || OWN_ACCOUNT.includes(name)

function permits(scopes: readonly string[], { procedure, type }: Pick<Call, 'procedure' | 'type'>): boolean {
  const [resource = '', verb = ''] = procedure.split('.')
  return scopes.some((scope) => {
    const [prefix, pattern = prefix] = scope.split(':')
    if (prefix === 'read' && type === 'mutation') return false
    if (pattern === '*') return !CLOSED.has(resource)
    const [ofResource, ofVerb] = pattern!.split('.')
    return ofResource === resource && (ofVerb === '*' || ofVerb === verb)
  })
}

const isAllowed = (scopes: readonly string[], call: Call): boolean =>
  call.access !== 'admin' || isOwnAccount(call.procedure) || permits(scopes, call)

const reads = (scopes: readonly string[], resource: string): boolean =>
  calls.some((call) => call.type !== 'mutation' && call.procedure.startsWith(`${resource}.`) && permits(scopes, call))

/** The resource that a role needs to see an id with this prefix. */
const RESOURCE_OF_PREFIX = {
  apk: 'apiKeys',
  cart: 'orders',
  cus: 'customers',
  dorder: 'draftOrders',
  invite: 'invites',
  order: 'orders',
  pay: 'payments',
  role: 'roles',
  usr: 'users',
  wh: 'webhooks',
} as const

/* Random roles. */

function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function randomScopes(random: (below: number) => number): string[] {
  const pick = <Value>(values: readonly Value[]): Value => values[random(values.length)]!
  const guarded = calls.filter(({ access }) => access === 'admin')
  const scopes = Array.from({ length: 1 + random(12) }, () => {
    const { procedure, type } = pick(guarded)
    const resource = procedure.split('.')[0] ?? ''
    const hasQuery = calls.some((call) => call.type !== 'mutation' && call.procedure.startsWith(`${resource}.`))
    return pick([
      ...[procedure, `${resource}.*`, `${resource}.*`],
      ...(hasQuery ? [`read:${resource}.*`, `read:${resource}.*`] : []),
      type === 'mutation' ? procedure : `read:${procedure}`,
    ])
  })
  const wide = random(8)
  if (wide === 0) scopes.push('*')
  if (wide === 1) scopes.push('read:*')
  return [...new Set(scopes), 'changes.watch']
}

const random = randomOf(SEED)
const roles = Array.from({ length: ROLES }, (_, i) => [i, randomScopes(random)] as const)

/* The shop. */

interface Canaries {
  /** Texts of rows, with the resource that a role needs to see them. */
  texts: readonly (readonly [text: string, resource: string])[]
}

let shop: TestShop
let canaries: Canaries
let person: UserOfRole
let roleId: string
let region: Awaited<ReturnType<TestShop['given']['region']>>
beforeAll(async () => {
  shop = await openTestShop({ plugins: referencePlugins })
  region = await shop.given.region()
  const order = await shop.given.order({ email: 'buyer@example.com', region })
  const draft = await shop.given.draftOrder()
  const hidden = 'hidden.colleague@example.com'
  await expectSuccess(shop.admin.post('/admin/users', { email: hidden, password: 'x', first_name: 'Hidden' }))
  await expectSuccess(shop.admin.post('/admin/invites', { user: 'invited@example.com', role: 'member' }))
  await expectSuccess(shop.admin.post('/admin/api-keys', { name: 'ERP', scopes: ['*'] }))
  await expectSuccess(
    shop.admin.post('/admin/webhooks', { url: 'https://hidden.example.com/hook', events: ['order.*'] }),
  )
  await expectSuccess(
    shop.admin.post('/admin/notes', { resource_id: order.id, resource_type: 'order', value: 'A note' }),
  )
  canaries = {
    texts: [
      [order.id, 'orders'],
      [order.cart_id!, 'orders'],
      [draft.id, 'draftOrders'],
      [draft.cart_id!, 'orders'],
      [hidden, 'users'],
      ['https://hidden.example.com/hook', 'webhooks'],
    ],
  }
  const { role } = await expectSuccess(shop.admin.post('/admin/roles', { name: 'Random', scopes: ['read:*'] }))
  roleId = role.id
  person = await addUserOfRole(shop, 'Random')
})
afterAll(() => shop[Symbol.asyncDispose]())

const headers = () => ({ authorization: `Bearer ${person.token}` })

interface Answer {
  status: number
  text: string
}

async function send({ method, path, headers: own, body }: ReturnType<typeof trpcRequest>): Promise<Answer> {
  const init = { method, headers: { ...headers(), ...own }, ...(body === undefined ? {} : { body: String(body) }) }
  const answer = await fetch(shop.url + path, init)
  return { status: answer.status, text: await answer.text() }
}

const MISSING = /Your role Random does not allow ([\w.]+)\. Ask an administrator/

/** Returns a sentence for each answer that the scopes do not explain. */
async function wrongAnswers(scopes: readonly string[], call: Call): Promise<string[]> {
  const requests = [trpcRequest(call, superJsonOf({})), ...(call.rest ? [restRequest(call, {})] : [])]
  const found: string[] = []
  for (const request of requests) {
    const { status, text } = await send(request)
    const missing = MISSING.exec(text)?.[1]
    const isRefused = status === 403 && missing === call.procedure
    const isExpected = isAllowed(scopes, call) ? status < 500 && status !== 401 && missing === undefined : isRefused
    if (!isExpected) found.push(`${request.method} ${request.path} answered ${status}: ${text.slice(0, 200)}`)
    found.push(...shownTexts(scopes, call, text))
  }
  return found
}

/** The called resource shows its own rows. */
function shownTexts(scopes: readonly string[], { procedure }: Call, text: string): string[] {
  const called = procedure.split('.')[0]
  return canaries.texts.flatMap(([canary, resource]) =>
    text.includes(canary) && resource !== called && !reads(scopes, resource) ? [`${procedure} shows ${canary}`] : [],
  )
}

/** The lists, with each of their relations. */
const lists = calls.flatMap((call) => {
  if (call.rest?.method !== 'GET' || call.rest.path.includes('{') || !call.output) return []
  const { shape = {} } = documentedSchemaOf(call.output) as z.ZodObject
  const rows = Object.values(shape).find((property) => relatedResource(property))
  const resource = rows && relatedResource(rows)
  return [...(resource?.model.relations.keys() ?? [])].map((name) => ({
    call,
    path: `${call.rest!.path}?expand=${name}`,
  }))
})

/** A refused relation names a procedure that the role lacks, and a shown one has no row that the role cannot read. */
async function wrongRelations(scopes: readonly string[], { call, path }: (typeof lists)[number]): Promise<string[]> {
  const { status, text } = await send({ method: 'GET', path, headers: {} })
  const missing = MISSING.exec(text)?.[1]
  const lacking = missing === undefined ? undefined : calls.find(({ procedure }) => procedure === missing)
  const isExplained = status === 403 ? lacking !== undefined && !isAllowed(scopes, lacking) : status < 500
  return [
    ...(isExplained ? [] : [`${path} answered ${status}: ${text.slice(0, 200)}`]),
    ...shownTexts(scopes, call, text),
  ]
}

async function wrongChanges(scopes: readonly string[]): Promise<string[]> {
  const admin = createShopClient({ url: shop.url, token: shop.token }).admin
  using watch = await subscribeToChanges(admin)
  const position = watch.position()
  await shop.given.order({ email: 'another@example.com', region })
  const { user } = await expectSuccess(person.caller.get('/admin/auth'))
  await expectSuccess(person.caller.post(`/admin/users/${user.id}`, { first_name: `Name ${Math.random()}` }))
  await expectSuccess(shop.admin.post(`/admin/regions/${region.id}`, { name: `Region ${Math.random()}` }))
  await watch.find(({ ids }) => ids.includes(region.id))
  using own = await subscribeToChanges(createShopClient({ url: shop.url, token: person.token }).admin, position)
  const shown = own.changes.flatMap(({ rows, ids }) => [...ids, ...rows.map(({ id }) => id)])
  const hidden = shown.filter((id) => {
    const resource = Object.entries(RESOURCE_OF_PREFIX).find(([prefix]) => id.startsWith(`${prefix}_`))?.[1]
    return resource !== undefined && !reads(scopes, resource)
  })
  const names = reads(scopes, 'users') ? [] : own.changes.flatMap(({ by }) => by?.name ?? [])
  const isBlind = reads(scopes, 'regions') && !shown.includes(region.id)
  return [
    ...hidden.map((id) => `The live changes show ${id}`),
    ...names.map((name) => `The live changes name ${name}`),
    ...(isBlind ? [`The live changes miss ${region.id}`] : []),
  ]
}

const AT_ONCE = 10

async function inTurn<Item>(items: readonly Item[], check: (item: Item) => Promise<string[]>): Promise<string[]> {
  const found: string[] = []
  for (let i = 0; i < items.length; i += AT_ONCE)
    found.push(...(await Promise.all(items.slice(i, i + AT_ONCE).map(check))).flat())
  return found
}

test('the independent function knows each kind of scope', () => {
  const orders = { procedure: 'orders.list', type: 'query' } as const
  const refund = { procedure: 'orders.refund', type: 'mutation' } as const
  const users = { procedure: 'users.list', type: 'query' } as const
  expect(['*', 'read:*', 'orders.*', 'read:orders.*', 'orders.list'].every((scope) => permits([scope], orders))).toBe(
    true,
  )
  expect(['read:*', 'read:orders.*', 'orders.list', 'products.*'].some((scope) => permits([scope], refund))).toBe(false)
  expect(permits(['*', 'read:*', 'orders.*'], users)).toBe(false)
})

test.each(roles)(
  'the random role %i calls only the procedures of its scopes: %j',
  { timeout: 120_000 },
  async (_, scopes) => {
    await expectSuccess(shop.admin.post(`/admin/roles/${roleId}`, { scopes }))
    const callable = calls.filter(({ type }) => type !== 'subscription')
    const found = [
      ...(await inTurn(callable, (call) => wrongAnswers(scopes, call))),
      ...(await inTurn(lists, (list) => wrongRelations(scopes, list))),
      ...(await wrongChanges(scopes)),
    ]
    expect({ seed: SEED, found }).toEqual({ seed: SEED, found: [] })
  },
)
