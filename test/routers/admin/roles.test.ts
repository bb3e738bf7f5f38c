import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createShopClient, shopError } from '#client/index.ts'
import { MONEY_SCOPES } from '#entities/people/role/money.ts'
import { EVERY_SCOPE } from '#entities/people/role/scopes.ts'
import { addMember, addUserOfRole, addUserWithScopes } from '#test/support/add-member.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { notInRole } from '#test/support/not-in-role.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { subscribeToChanges } from '#test/support/subscribe-to-changes.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

let serial = 0
const newName = () => `role ${++serial}`
const newEmail = () => `person${++serial}@example.com`
const MANAGER = ['users.*', 'roles.*', 'invites.*', 'apiKeys.*', 'webhooks.*', 'read:orders.*']

async function createRole(...scopes: string[]) {
  return (await expectSuccess(shop.admin.post('/admin/roles', { name: newName(), scopes }))).role
}

const notHeld = (...scopes: string[]) =>
  [403, 'forbidden', `You cannot give rights that you do not have: ${scopes.join(', ')}`] as const

describe('the roles of a shop', () => {
  test('a new shop has the roles of Medusa v1, and counts their users', async () => {
    const { roles } = await expectSuccess(shop.admin.get('/admin/roles'))
    const first = roles.filter(({ id }) => ['role_admin', 'role_member', 'role_developer'].includes(id))
    expect(Object.fromEntries(first.map(({ name, scopes }) => [name, scopes]))).toEqual({
      admin: EVERY_SCOPE,
      member: ['*', 'auth.*', 'read:invites.*', 'read:users.*'],
      developer: ['*', 'auth.*', 'read:invites.*', 'read:users.*'],
    })
    expect(first.find(({ name }) => name === 'admin')).toMatchObject({ user_count: 1 })
  })

  test('a role is created, read, changed, renamed with its users, and deleted', async () => {
    const name = 'Kundendienst'
    const scopes = ['read:orders.*', 'customers.*', 'customers.*']
    const { role } = await expectSuccess(shop.admin.post('/admin/roles', { name, scopes }))
    expect(role).toMatchObject({ name, scopes: ['read:orders.*', 'customers.*'], user_count: 0 })
    const { caller } = await addUserOfRole(shop, name)
    const path = `/admin/roles/${role.id}` as const
    const changed = await expectSuccess(shop.admin.post(path, { name: 'Hilfe', scopes: ['read:customers.*'] }))
    expect(changed.role).toMatchObject({ name: 'Hilfe', scopes: ['read:customers.*'], user_count: 1 })
    expect((await expectSuccess(caller.get('/admin/auth'))).user.role).toBe('Hilfe')
    const { users } = await expectSuccess(shop.admin.get('/admin/users?role=Hilfe'))
    expect(users).toHaveLength(1)
    await expectSuccess(shop.admin.delete(`/admin/users/${users[0].id}`))
    expect(await expectSuccess(shop.admin.delete(path))).toEqual({ id: role.id, object: 'role', deleted: true })
    expect((await shop.admin.get(path)).status).toBe(404)
  })

  test.each([
    [{ name: '', scopes: ['*'] }, 'name'],
    [{ name: 'x'.repeat(61), scopes: ['*'] }, 'name'],
    [{ name: 'two\nlines', scopes: ['*'] }, 'name'],
    [{ name: 'x', scopes: [] }, 'scopes'],
    [{ name: 'x', scopes: ['orders.fly'] }, 'Unknown scopes: orders.fly'],
    [{ name: 'Admin', scopes: ['*'] }, 'A role with this name already exists'],
    [{ name: ' member ', scopes: ['*'] }, 'A role with this name already exists'],
  ])('%j is refused as a role', async (body, message) => {
    const reply = await shop.admin.post('/admin/roles', body)
    expect([reply.status, JSON.stringify(reply.body)]).toEqual([400, expect.stringContaining(message)])
  })

  test('the role admin stays, and the other first roles keep their names', async () => {
    for (const change of [{ name: 'Boss' }, { scopes: ['read:orders.*'] }])
      expect((await shop.admin.post('/admin/roles/role_admin', change)).status).toBe(400)
    for (const id of ['role_admin', 'role_member', 'role_developer'] as const)
      expect((await shop.admin.delete(`/admin/roles/${id}`)).status).toBe(400)
    expect((await shop.admin.post('/admin/roles/role_developer', { name: 'Dev' })).status).toBe(400)
    await expectSuccess(shop.admin.post('/admin/roles/role_developer', { scopes: ['read:products.*'] }))
    const { caller } = await addUserOfRole(shop, 'developer')
    await expectError(caller.get('/admin/orders'), ...notInRole('developer', 'orders.list'))
  })

  test('a role with users or invitations is not deleted, and the refusal has their numbers', async () => {
    const { id, name } = await createRole('read:orders.*')
    await addUserOfRole(shop, name)
    await expectSuccess(shop.admin.post('/admin/invites', { user: newEmail(), role: name }))
    const admin = createShopClient({ url: shop.url, token: shop.token }).admin
    const refusal = await admin.roles.delete.mutate({ id }).catch((error: unknown) => shopError(error))
    expect(refusal).toMatchObject({ httpStatus: 400, reason: { name: 'role_in_use', users: 1, invites: 1 } })
  })

  test('a user or an invitation with an unknown role is refused', async () => {
    const body = { email: newEmail(), password: 'x', role: 'nobody' }
    const message = expect.stringMatching(/^The role nobody does not exist. The roles are: admin, /)
    await expectError(shop.admin.post('/admin/users', body), 400, 'invalid_data', message)
    await expectError(
      shop.admin.post('/admin/invites', { user: newEmail(), role: 'nobody' }),
      400,
      'invalid_data',
      message,
    )
  })

  test('the audit log has each change of a role', async () => {
    const { id } = await createRole('read:orders.*')
    await expectSuccess(shop.admin.post(`/admin/roles/${id}`, { scopes: ['read:products.*'] }))
    const { audit_log } = await expectSuccess(shop.admin.get(`/admin/audit-log?resource_id=${id}`))
    expect(audit_log[0]).toMatchObject({ procedure: 'admin.roles.update', resource_type: 'roles' })
    expect(audit_log[0].changes).toMatchObject([
      { table: 'role', before: { scopes: ['read:orders.*'] }, after: { scopes: ['read:products.*'] } },
    ])
  })

  test('every scope that moves money names a procedure', async () => {
    const { scopes } = await expectSuccess(shop.admin.get('/admin/roles/scopes'))
    const moving = new Set(scopes.filter((scope) => scope.moves_money).map(({ name }) => name))
    for (const scope of Object.values(MONEY_SCOPES).flat())
      expect([...moving].some((name) => name === scope || `${name.split('.')[0]}.*` === scope)).toBe(true)
    expect(scopes.find(({ name }) => name === 'orders.refund')).toEqual({
      name: 'orders.refund',
      summary: 'Refund an order',
      reads: false,
      moves_money: true,
    })
    expect(scopes.map(({ name }) => name)).not.toContain('invites.accept')
  })
})

describe('a user with a role', () => {
  test('a role limits each procedure, and its own account stays open', async () => {
    const { caller, role } = await addUserWithScopes(shop, 'read:orders.*')
    expect((await caller.get('/admin/orders')).status).toBe(200)
    await expectError(caller.get('/admin/products'), ...notInRole(role.name, 'products.list'))
    await expectError(caller.get('/admin/orders?expand=cart'), ...notInRole(role.name, 'draftOrders.list'))
    const { user } = await expectSuccess(caller.get('/admin/auth'))
    const renamed = await expectSuccess(caller.post(`/admin/users/${user.id}`, { first_name: 'Eva' }))
    expect(renamed.user.first_name).toBe('Eva')
    await expectError(
      caller.post(`/admin/users/${user.id}`, { role: 'admin' }),
      ...notInRole(role.name, 'users.update'),
    )
    const permissions = await expectSuccess(caller.get('/admin/auth/permissions'))
    expect(permissions.role).toBe(role.name)
    expect(permissions.procedures).toEqual(expect.arrayContaining(['orders.list', 'auth.current']))
    expect(permissions.procedures).not.toContain('orders.refund')
  })

  test('a lenient request gets no relation that the role does not allow', async () => {
    const { token } = await addUserWithScopes(shop, 'read:orders.*')
    const order = await shop.given.order()
    const lenient = shop.as({ authorization: `Bearer ${token}`, prefer: 'handling=lenient' })
    const path = `/admin/orders/${order.id}` as const
    const { order: shown } = await expectSuccess(lenient.get(`${path}?expand=items,cart`))
    expect(shown).toMatchObject({ id: order.id, items: [{}] })
    expect(shown).not.toHaveProperty('cart')
    expect((await lenient.get(`${path}?expand=cart,nothing`)).status).toBe(400)
    expect((await lenient.get('/admin/orders?order=cart.created_at')).status).toBeGreaterThanOrEqual(400)
    expect((await lenient.get('/admin/draft-orders')).status).toBe(403)
  })

  test('over tRPC, the refusal has the role and the procedure as a reason', async () => {
    const { token, role } = await addUserWithScopes(shop, 'read:orders.*')
    const { admin } = createShopClient({ url: shop.url, token })
    const refusal = await admin.products.list.query({}).catch((error: unknown) => shopError(error))
    expect(refusal).toMatchObject({
      httpStatus: 403,
      reason: { name: 'not_in_role', role: role.name, scope: 'products.list' },
    })
  })

  test('a changed role applies to the next request of an open session', async () => {
    const { email, role } = await addUserWithScopes(shop, 'read:orders.*')
    const visitor = new CookieClient(shop.url)
    await visitor.post('/admin/auth', { email, password: 'another horse' })
    expect((await visitor.get('/admin/orders')).status).toBe(200)
    await expectSuccess(shop.admin.post(`/admin/roles/${role.id}`, { scopes: ['read:products.*'] }))
    await expectError(visitor.get('/admin/orders'), ...notInRole(role.name, 'orders.list'))
    expect((await visitor.get('/admin/products')).status).toBe(200)
  })

  test('a changed role applies to open streams of live changes', async () => {
    const { token, role } = await addUserWithScopes(shop, 'changes.watch', 'read:products.*', 'read:regions.*')
    using watch = await subscribeToChanges(createShopClient({ url: shop.url, token }).admin)
    const product = await shop.given.product()
    await watch.find(({ ids }) => ids.includes(product.id))
    await expectSuccess(shop.admin.post(`/admin/roles/${role.id}`, { scopes: ['changes.watch', 'read:regions.*'] }))
    const hidden = await shop.given.product()
    const region = await shop.given.region()
    await watch.find(({ ids }) => ids.includes(region.id))
    expect(watch.changes.some(({ ids }) => ids.includes(hidden.id))).toBe(false)
  })

  test('an API key can do what both the role and its scopes allow', async () => {
    const { caller, role } = await addUserWithScopes(shop, 'apiKeys.*', 'orders.*', 'read:customers.*')
    await expectError(caller.post('/admin/api-keys', { name: 'ERP', scopes: ['*'] }), ...notHeld('*'))
    const scopes = ['read:orders.*', 'read:customers.*']
    const { secret } = await expectSuccess(caller.post('/admin/api-keys', { name: 'ERP', scopes }))
    const key = shop.as({ authorization: `Bearer ${secret}` })
    expect((await key.get('/admin/customers')).status).toBe(200)
    await expectSuccess(shop.admin.post(`/admin/roles/${role.id}`, { scopes: ['orders.*'] }))
    await expectError(key.get('/admin/customers'), ...notInRole(role.name, 'customers.list'))
    expect((await key.get('/admin/orders')).status).toBe(200)
  })

  test('a member has the rights of before', async () => {
    const member = await addMember(shop)
    for (const path of [
      'orders',
      'users',
      'invites',
      'audit-log',
      'store',
      'batch-jobs',
      'apps',
      'notifications',
    ] as const)
      expect([path, (await member.get(`/admin/${path}`)).status]).toEqual([path, 200])
    for (const path of ['api-keys', 'webhooks', 'events', 'jobs', 'roles'] as const)
      expect([path, (await member.get(`/admin/${path}`)).status]).toEqual([path, 403])
  })
})

describe('rights that a user does not have', () => {
  test('a manager of users cannot give them by a role', async () => {
    const { caller } = await addUserWithScopes(shop, ...MANAGER)
    const strong = await createRole('orders.*')
    await expectError(
      caller.post('/admin/roles', { name: newName(), scopes: ['orders.refund'] }),
      ...notHeld('orders.refund'),
    )
    await expectError(caller.post(`/admin/roles/${strong.id}`, { scopes: ['read:orders.*'] }), ...notHeld('orders.*'))
    await expectError(caller.delete(`/admin/roles/${strong.id}`), ...notHeld('orders.*'))
    const { role } = await expectSuccess(caller.post('/admin/roles', { name: newName(), scopes: ['read:orders.list'] }))
    await expectError(caller.post(`/admin/roles/${role.id}`, { scopes: ['read:orders.list', '*'] }), ...notHeld('*'))
    await expectSuccess(caller.post(`/admin/roles/${role.id}`, { scopes: ['read:orders.*'] }))
  })

  test('a manager of users cannot give them by a user, an invitation or an own change', async () => {
    const { caller } = await addUserWithScopes(shop, ...MANAGER)
    const { user: self } = await expectSuccess(caller.get('/admin/auth'))
    const weak = await createRole('read:orders.*')
    const account = { email: newEmail(), password: 'x' }
    await expectError(
      caller.post('/admin/users', { ...account, role: 'admin' }),
      ...notHeld(...EVERY_SCOPE.filter(outside)),
    )
    expect((await caller.post('/admin/users', account)).status).toBe(403)
    const { user } = await expectSuccess(caller.post('/admin/users', { ...account, role: weak.name }))
    for (const id of [self.id, user.id])
      expect((await caller.post(`/admin/users/${id}`, { role: 'admin' })).status).toBe(403)
    expect((await caller.post('/admin/invites', { user: newEmail(), role: 'member' })).status).toBe(403)
    const { invite } = await expectSuccess(caller.post('/admin/invites', { user: newEmail(), role: weak.name }))
    expect(invite.token).toEqual(expect.any(String))
  })

  test('a manager of users cannot take the rights of an administrator, or use an invitation for one', async () => {
    const { caller } = await addUserWithScopes(shop, ...MANAGER)
    const { users } = await expectSuccess(shop.admin.get('/admin/users?role=admin'))
    const weak = await createRole('read:orders.*')
    for (const { id } of users) {
      expect((await caller.post(`/admin/users/${id}`, { role: weak.name })).status).toBe(403)
      expect((await caller.delete(`/admin/users/${id}`)).status).toBe(403)
    }
    const email = newEmail()
    const { invite } = await expectSuccess(shop.admin.post('/admin/invites', { user: email, role: 'admin' }))
    const { invites } = await expectSuccess(caller.get('/admin/invites'))
    expect(invites.find(({ user_email }) => user_email === email)).toMatchObject({ role: 'admin', token: null })
    expect((await caller.post(`/admin/invites/${invite.id}/resend`)).status).toBe(403)
  })

  test('only the role admin changes the links in mails', async () => {
    const { caller } = await addUserWithScopes(shop, '*', 'users.*', 'roles.*', 'invites.*')
    const links = { invite_link_template: 'https://evil.example.com/{invite_token}' }
    expect((await caller.post('/admin/store', links)).status).toBe(403)
    await expectSuccess(caller.post('/admin/store', { name: 'Tea' }))
  })

  test('a webhook sends only what the role of its user may read at the delivery', async () => {
    const { caller, role } = await addUserWithScopes(shop, ...MANAGER)
    const url = 'https://receiver.example.com/'
    await expectError(
      caller.post('/admin/webhooks', { url, events: ['product.*'] }),
      ...notInRole(role.name, 'products.list'),
    )
    const { webhook } = await expectSuccess(caller.post('/admin/webhooks', { url, events: ['order.*'] }))
    await expectSuccess(shop.admin.post(`/admin/roles/${role.id}`, { scopes: ['webhooks.*'] }))
    await shop.given.order()
    await shop.runJobs()
    const { deliveries } = await expectSuccess(shop.admin.get(`/admin/webhooks/${webhook.id}/deliveries`))
    expect(deliveries[0]).toMatchObject({
      status: 'failed',
      error: `A user with the role ${role.name}, which saved this webhook, may not read orders. Save the webhook as an administrator to continue.`,
    })
    await expectSuccess(shop.admin.delete(`/admin/webhooks/${webhook.id}`))
  })

  test('a webhook of a role that read everything stops at the events that the role has lost', async () => {
    const { caller, role } = await addUserWithScopes(shop, ...EVERY_SCOPE)
    const url = 'https://receiver.example.com/'
    const { webhook } = await expectSuccess(caller.post('/admin/webhooks', { url, events: ['order.*'] }))
    await expectSuccess(shop.admin.post(`/admin/roles/${role.id}`, { scopes: ['webhooks.*'] }))
    await shop.given.order()
    await shop.runJobs()
    const { deliveries } = await expectSuccess(shop.admin.get(`/admin/webhooks/${webhook.id}/deliveries`))
    expect(deliveries[0]).toMatchObject({ status: 'failed', error: expect.stringContaining('may not read orders') })
    await expectSuccess(shop.admin.delete(`/admin/webhooks/${webhook.id}`))
  })
})

describe('simultaneous changes of rights', () => {
  test('two administrators that demote each other leave one', async () => {
    await using own = await openTestShop()
    const { caller: other, email } = await addUserOfRole(own, 'admin')
    const { users } = await expectSuccess(own.admin.get('/admin/users'))
    const [first, second] = [users.find((user) => user.email !== email)!, users.find((user) => user.email === email)!]
    const replies = await Promise.all([
      own.admin.post(`/admin/users/${second.id}`, { role: 'member' }),
      other.post(`/admin/users/${first.id}`, { role: 'member' }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403])
    const { users: left } = await expectSuccess(
      (replies[0].status === 200 ? own.admin : other).get('/admin/users?role=admin'),
    )
    expect(left).toHaveLength(1)
  })

  test('a role that loses a right while its user gives the right to another role ends without it', async () => {
    for (let i = 0; i < 5; i++) {
      const { caller, role } = await addUserWithScopes(shop, 'roles.*', 'orders.*')
      const [, given] = await Promise.all([
        shop.admin.post(`/admin/roles/${role.id}`, { scopes: ['roles.*'] }),
        caller.post('/admin/roles', { name: newName(), scopes: ['orders.*'] }),
      ])
      expect([200, 403]).toContain(given.status)
      expect((await caller.post('/admin/roles', { name: newName(), scopes: ['orders.*'] })).status).toBe(403)
    }
  })

  test('a role that is deleted while a user gets it is either kept or unknown', async () => {
    for (let i = 0; i < 5; i++) {
      const { id, name } = await createRole('read:orders.*')
      const account = { email: newEmail(), password: 'x', role: name }
      const [deletion, creation] = await Promise.all([
        shop.admin.delete(`/admin/roles/${id}`),
        shop.admin.post('/admin/users', account),
      ])
      expect([
        [200, 400],
        [400, 200],
      ]).toContainEqual([deletion.status, creation.status])
    }
  })
})

const outside = (scope: string) => !['invites.*', 'roles.*', 'users.*', 'apiKeys.*', 'webhooks.*'].includes(scope)
