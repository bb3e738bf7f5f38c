import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { AuditLog } from '#entities/platform/audit/audit-log.ts'
import type { NotificationProvider } from '#entities/platform/notification/notification-port.ts'
import { proceduresOf } from '#routers/context/procedures-of.ts'
import { adminRouter } from '#routers/index.ts'
import { relatedResource } from '#routers/reading/define-resource.ts'
import { documentedSchemaOf } from '#routers/reading/resource.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { runJob } from '#test/support/jobs.ts'
import type { Order, User } from '#test/support/resources.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'

/* An API key sees the rows of a resource only if its scopes allow reading that resource. */

const EMAIL = 'hidden.colleague@example.com'
const mail: NotificationProvider = {
  id: 'mail',
  events: ['order.placed', 'customer.created', 'user.password_reset', 'invite.created'],
  send: async () => {},
}

let shop: TestShop
let otherAdmin: User
beforeAll(async () => {
  shop = await openTestShop({ notifications: new Map([['mail', mail]]) })
  const account = { email: EMAIL, password: 'x' }
  otherAdmin = (await expectSuccess(shop.admin.post('/admin/users', { ...account, role: 'admin' }))).user
  const { access_token } = await expectSuccess(shop.post('/admin/auth/token', account))
  const otherCaller = shop.as({ authorization: `Bearer ${access_token}` })
  const order = await shop.given.order({ email: 'buyer@example.com' })
  await expectSuccess(
    otherCaller.post('/admin/notes', { resource_id: order.id, resource_type: 'order', value: 'A note' }),
  )
  await expectSuccess(otherCaller.post('/admin/api-keys', { name: 'Theirs', scopes: ['*'] }))
  await expectSuccess(shop.admin.post('/admin/invites', { user: `invited.${EMAIL}`, role: 'member' }))
  await shop.post('/admin/users/password-token', { email: EMAIL })
  await expectSuccess(otherCaller.post(`/admin/users/${otherAdmin.id}`, { first_name: 'Hidden' }))
  await expectSuccess(otherCaller.post(`/admin/products/${(await shop.given.product()).id}`, { title: 'Tea' }))
  const customer = { email: 'customer@example.com', password: 'x', first_name: 'A', last_name: 'B' }
  expect((await shop.admin.post('/admin/customers', customer)).status).toBe(201)
  await runJob(shop, 'product-export', {})
  await runJob({ ...shop, admin: otherCaller }, 'product-export', {})
})
afterAll(() => shop[Symbol.asyncDispose]())

async function keyWith(...scopes: string[]): Promise<Caller> {
  const { secret } = await expectSuccess(shop.admin.post('/admin/api-keys', { name: 'ERP', scopes }))
  return shop.as({ authorization: `Bearer ${secret}` })
}
const missing = (name: string) => [403, 'forbidden', `No scope of the API key ERP allows ${name}`] as const

/** The paths of all admin lists, and each list with each of its relations expanded. */
function lists(): string[] {
  return proceduresOf(adminRouter).flatMap(([, { meta, output }]) => {
    const rest = meta?.openapi
    if (rest?.method !== 'GET' || rest.path.includes('{') || !output) return []
    const { shape = {} } = documentedSchemaOf(output) as z.ZodObject
    const rows = Object.values(shape).find((property) => relatedResource(property))
    const resource = rows && relatedResource(rows)
    const relations = [...(resource?.model.relations.keys() ?? [])]
    return [`/admin${rest.path}`, ...relations.map((name) => `/admin${rest.path}?expand=${name}`)]
  })
}

test('a key with star scopes sees users in no list and in no relation', async () => {
  const paths = lists()
  expect(paths).toEqual(expect.arrayContaining(['/admin/audit-log?expand=user', '/admin/notes', '/admin/users']))
  const key = await keyWith('read:*')
  const showing = async (caller: Caller) => {
    const pathsWithEmail: string[] = []
    for (const path of paths) if ((await caller.get(path)).text.includes(EMAIL)) pathsWithEmail.push(path)
    return pathsWithEmail
  }
  expect(await showing(key)).toEqual([])
  expect(await showing(shop.admin)).toEqual(
    expect.arrayContaining([
      '/admin/users',
      '/admin/invites',
      '/admin/audit-log',
      '/admin/audit-log?expand=user',
      '/admin/notes',
      '/admin/notifications',
      '/admin/api-keys?expand=created_by_user',
    ]),
  )
})

describe('the audit log for an API key', () => {
  const typesFor = async (key: Caller) => {
    const { audit_log } = await expectSuccess(key.get('/admin/audit-log?limit=200'))
    return new Set(audit_log.map((entry) => entry.resource_type))
  }

  test('the audit log shows a key only entries of resources that it may read', async () => {
    expect(await typesFor(await keyWith('auditLog.*', 'read:products.*'))).toEqual(new Set(['products']))
    expect(await typesFor(await keyWith('auditLog.*', 'products.update'))).toEqual(new Set())
    const wide = await typesFor(await keyWith('read:*'))
    expect(wide).toContain('customers')
    for (const type of ['users', 'api-keys', 'invites', 'auth']) expect(wide).not.toContain(type)
    expect(await typesFor(await keyWith('read:*', 'users.list', 'apiKeys.list'))).toEqual(
      expect.objectContaining(new Set([...wide, 'users', 'api-keys'])),
    )
  })

  test('an audit log entry is returned to a key only if it may read the resource', async () => {
    const { audit_log } = await expectSuccess(shop.admin.get('/admin/audit-log?resource_type=users'))
    const path = `/admin/audit-log/${audit_log[0].id}`
    const message = `Audit log entry with id: ${audit_log[0].id} was not found`
    await expectError((await keyWith('*')).get(path), 404, 'not_found', message)
    expect((await (await keyWith('*', 'users.get')).get(path)).status).toBe(200)
  })

  test('the audit log hides changes of protected tables from a key', async () => {
    const changes = ['user', 'api_key', 'invite', 'session', 'product'].map((table) => ({
      table,
      action: 'update' as const,
      ids: ['x'],
      before: { email: EMAIL },
      after: null,
    }))
    await changeRows(shop, AuditLog, { resource_type: 'products' }, { changes })
    const tablesFor = async (...scopes: string[]) => {
      const { audit_log } = await expectSuccess(
        (await keyWith(...scopes)).get('/admin/audit-log?resource_type=products'),
      )
      return audit_log[0].changes.map(({ table }) => table)
    }
    expect(await tablesFor('read:*')).toEqual(['product'])
    expect(await tablesFor('read:*', 'users.list', 'invites.list')).toEqual(['user', 'invite', 'product'])
  })

  test('the audit log expands a user or a key only if the key may read them', async () => {
    const key = await keyWith('read:*')
    await expectError(key.get('/admin/audit-log?expand=user'), ...missing('users.list'))
    await expectError(key.get('/admin/audit-log?expand=api_key'), ...missing('apiKeys.list'))
    await expectError(key.get('/admin/audit-log?order=user.email'), ...missing('users.list'))
    await expectError(key.get('/admin/batch-jobs?expand=created_by_user'), ...missing('users.list'))
    const reader = await keyWith('read:*', 'users.list')
    const { audit_log } = await expectSuccess(reader.get('/admin/audit-log?expand=user'))
    expect(audit_log[0].user).toHaveProperty('email')
  })
})

describe('relations to protected resources', () => {
  let order: Order
  let code: string
  beforeAll(async () => {
    const region = await shop.given.region()
    const { gift_card } = await expectSuccess(
      shop.admin.post('/admin/gift-cards', { region_id: region.id, value: 100 }),
    )
    code = gift_card.code
    const option = await shop.given.shippingOption(region)
    const sale = { region, email: 'holder@example.com', gift_cards: [code], option }
    order = (await shop.given.returnedOrder('requested', sale)).order
  })
  const showsCode = ({ text }: { text: string }) => text.includes(code)

  test('a key expands orders and gift cards only with the scopes of both', async () => {
    const { payments } = (await expectSuccess(shop.admin.get(`/admin/orders/${order.id}`))).order
    for (const [scope, path, relation] of [
      ['read:customers.*', '/admin/customers', 'orders'],
      ['read:payments.*', `/admin/payments/${payments[0].id}`, 'order'],
    ] as const) {
      const [rows, cards] = [`${path}?expand=${relation}`, `${path}?expand=${relation}.gift_cards`]
      const key = await keyWith(scope)
      expect((await key.get(path)).status).toBe(200)
      await expectError(key.get(rows), ...missing('orders.list'))
      await expectError(key.get(cards), ...missing('orders.list'))
      await expectError(key.get(`${path}?fields=*${relation}`), ...missing('orders.list'))
      const withOrders = await keyWith(scope, 'read:orders.*')
      expect((await withOrders.get(rows)).status).toBe(200)
      await expectError(withOrders.get(cards), ...missing('giftCards.list'))
      const fullReply = await (await keyWith(scope, 'read:orders.*', 'read:giftCards.*')).get(cards)
      expect([fullReply.status, showsCode(fullReply)]).toEqual([200, true])
      expect(showsCode(await shop.admin.get(cards))).toBe(true)
    }
  })

  test('a key gets the order of a return only with a scope for orders', async () => {
    const key = await keyWith('read:returns.*')
    const path = '/admin/returns?expand=order'
    const { returns } = await expectSuccess(key.get('/admin/returns?expand=order'))
    expect(returns[0]).toMatchObject({ order: null, order_id: null })
    await expectError(key.get(`${path}.gift_cards`), ...missing('giftCards.list'))
    await expectError(key.get(`${path}.customer.orders.gift_cards`), ...missing('customers.list'))
    const fullReply = await (await keyWith('read:returns.*', 'read:giftCards.*', 'read:orders.*')).get(
      `${path}.gift_cards`,
    )
    expect([fullReply.status, showsCode(fullReply)]).toEqual([200, true])
  })

  test('a key with the scope of orders reads the default relations of an order', async () => {
    const key = await keyWith('read:orders.*')
    const path = `/admin/orders/${order.id}`
    expect((await key.get(`${path}?expand=customer,gift_cards`)).status).toBe(200)
    await expectError(key.get(`${path}?expand=cart.gift_cards`), ...missing('draftOrders.list'))
    await expectError(key.get(`${path}?expand=payments.cart`), ...missing('draftOrders.list'))
  })

  test('a mutation changes nothing if the key may not read its response', async () => {
    const { customer_id } = order
    const first_name = 'Changed'
    const changed = (key: Caller, query: string) => key.post(`/admin/customers/${customer_id}${query}`, { first_name })
    const key = await keyWith('customers.*')
    await expectError(changed(key, '?expand=orders.gift_cards'), ...missing('giftCards.list'))
    expect((await expectSuccess(shop.admin.get(`/admin/customers/${customer_id}`))).customer.first_name).not.toBe(
      first_name,
    )
    expect((await changed(key, '')).status).toBe(200)

    const orders = await keyWith('orders.*')
    const refund = orders.post(`/admin/orders/${order.id}/refund?expand=cart`, { amount: 100, reason: 'other' })
    await expectError(refund, ...missing('draftOrders.list'))
    expect((await expectSuccess(shop.admin.get(`/admin/orders/${order.id}`))).order.refunds).toEqual([])
  })
})

test('a key sees the author of a note only if it may read users', async () => {
  const { notes } = await expectSuccess((await keyWith('notes.*')).get('/admin/notes'))
  expect(notes).toMatchObject([{ value: 'A note', author_id: otherAdmin.id }])
  expect(notes[0]).not.toHaveProperty('author')
  const { notes: fullReply } = await expectSuccess((await keyWith('notes.*', 'users.list')).get('/admin/notes'))
  expect(fullReply).toMatchObject([{ author: { email: EMAIL } }])
})

test('a key sees events and notifications only of resources that it may read', async () => {
  const visibleTypes = async (key: Caller) => {
    const { events } = await expectSuccess(key.get('/admin/events?limit=500'))
    const { notifications } = await expectSuccess(key.get('/admin/notifications'))
    return {
      events: [...new Set<string>(events.map(({ name }) => name.split('.')[0] ?? ''))].sort(),
      notifications: [...new Set<string>(notifications.map((one) => one.resource_type))].sort(),
    }
  }
  const reads = ['events.*', 'notifications.*']
  expect(await visibleTypes(await keyWith(...reads, 'products.*'))).toEqual({ events: ['product'], notifications: [] })
  const wide = await visibleTypes(await keyWith('read:*', 'events.*'))
  expect(wide.events).toEqual(expect.arrayContaining(['customer', 'order', 'product']))
  expect(wide.events).not.toContain('user')
  expect(wide.notifications).toEqual(['customer', 'order'])
  const all = await visibleTypes(shop.admin)
  expect(all.events).toContain('user')
  expect(all.notifications).toEqual(['customer', 'invite', 'order', 'user'])
})

test('a key cannot resend a notification that it may not read', async () => {
  const { notifications } = await expectSuccess(shop.admin.get('/admin/notifications?resource_type=order'))
  const path = `/admin/notifications/${notifications[0].id}/resend`
  const message = `Notification with id: ${notifications[0].id} was not found.`
  await expectError((await keyWith('notifications.*')).post(path), 404, 'not_found', message)
  expect((await (await keyWith('notifications.*', 'orders.get')).post(path)).status).toBe(200)
})

test('a key can subscribe a webhook only to events that it may read', async () => {
  const url = 'https://receiver.example.com/'
  const webhook = (key: Caller, ...events: string[]) => key.post('/admin/webhooks', { url, events })
  const key = await keyWith('webhooks.*', 'read:orders.*')
  await expectError(webhook(key, 'order.placed', 'customer.*'), ...missing('customers.list'))
  await expectError(webhook(key, 'user.created'), ...missing('users.list'))
  await expectError(webhook(await keyWith('*', 'webhooks.*'), '*'), ...missing('users.list'))
  expect((await webhook(await keyWith('*', 'webhooks.*', 'users.list'), '*')).status).toBe(200)
  const { webhook: own } = await expectSuccess(webhook(key, 'order.*', 'claim.created'))
  await expectError(key.post(`/admin/webhooks/${own.id}`, { events: ['*'] }), 403, 'forbidden', expect.any(String))
  expect((await key.post(`/admin/webhooks/${own.id}`, { is_active: false })).status).toBe(200)

  const { webhook: wide } = await expectSuccess(webhook(shop.admin, 'order.*', 'user.*'))
  const path = `/admin/webhooks/${wide.id}`
  for (const reply of [
    key.post(path, { url: 'https://elsewhere.example.com/' }),
    key.post(path, { events: ['order.*'] }),
    key.post(`${path}/secret`),
    key.post(`${path}/replay`, { from: 0 }),
    key.get(`${path}/deliveries`),
  ])
    await expectError(reply, ...missing('users.list'))
  expect((await expectSuccess(shop.admin.get(path))).webhook).toMatchObject({ url, events: ['order.*', 'user.*'] })
})
