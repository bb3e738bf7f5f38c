import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { insertRow } from '#database/rows.ts'
import { AuditLog } from '#entities/platform/audit/audit-log.ts'
import {
  adminProcedure,
  defineJob,
  definePlugin,
  defineShop,
  Forbidden,
  InvalidData,
  inTransaction,
  NotAllowed,
  NotFound,
  Order,
  openProcedure,
  type PluginContext,
  rest,
  router,
  shopIn,
} from '#server/index.ts'
import { openTestShop, race, type TestShop } from '#server/testing/index.ts'
import { StepNote, stepNotes } from '#test/support/step-notes.ts'

const actor = { plugin: 'rentals', scopes: ['orders.*', 'read:auditLog.*', 'returnReasons.*'] }

/** Work that a test gives to a job. A job of another test that is repeated late does nothing. */
let work = { id: '', run: async (_: PluginContext): Promise<unknown> => undefined }
const runWork = defineJob({
  name: 'rentals.work',
  payload: z.object({ id: z.string() }),
  run: async ({ id }, shop) => void (id === work.id && (await work.run(shop))),
})

const Renewal = z.object({ customer_id: z.string(), variant_id: z.string(), region_id: z.string(), period: z.string() })
const renew = defineJob({
  name: 'rentals.renew',
  payload: Renewal,
  async run({ customer_id, variant_id, region_id, period }, shop) {
    const { carts } = shop.as({ customer_id }).store
    const key = `renewal ${customer_id} ${period}`
    const create = shop.as({ customer_id }, { idempotencyKey: key }).store.carts.create
    const { id } = (await create({ region_id, items: [{ variant_id, quantity: 1 }] })).cart
    const address = {
      first_name: 'Ada',
      last_name: 'B',
      address_1: 'Main 1',
      city: 'Berlin',
      postal_code: '1',
      country_code: 'de',
    }
    const { cart } = await carts.get({ id })
    if (cart.completed_at) return
    await carts.update({ id, shipping_address: address, billing_address: address })
    const { shipping_options } = await shop.as('guest').store.shippingOptions.listForCart({ cart_id: id })
    await carts.addShippingMethod({ id, option_id: String(shipping_options[0]?.id) })
    await carts.createPaymentSessions({ id })
    await carts.complete({ id })
  },
})

const Settlement = z.strictObject({ order_id: z.string(), amount: z.int(), fails: z.boolean().default(false) })
const rentals = definePlugin({
  name: 'rentals',
  ...stepNotes,
  jobs: [runWork, renew],
  effects: { 'order.refund': ({ em, refunds }) => void insertRow(em, StepNote, { text: `refund ${refunds.length}` }) },
  admin: router({
    settle: adminProcedure
      .meta(rest('POST', '/rentals/{order_id}', 'Settle a rental', { lockKey: 'order_id' }))
      .input(Settlement)
      .output(z.object({ status: z.string() }))
      .mutation(async ({ ctx, input: { order_id, amount, fails } }) => {
        insertRow(ctx.em, StepNote, { text: `settled ${order_id}` })
        const { admin } = shopIn(ctx).as(actor)
        const refund = admin.orders.refund({ id: order_id, amount, reason: 'other' })
        const tooMuch = await admin.orders
          .refund({ id: order_id, amount: 1e9, reason: 'other' })
          .catch((error) => error)
        await refund
        if (!(tooMuch instanceof NotAllowed)) throw tooMuch
        if (fails) throw new NotAllowed('The rental is not over')
        const { order } = await admin.orders.get({ id: order_id })
        return { status: order.payment_status }
      }),
    capture: adminProcedure
      .meta(rest('POST', '/rentals/{order_id}/capture', 'Capture', { lockKey: 'order_id' }))
      .input(z.strictObject({ order_id: z.string() }))
      .output(z.object({}))
      .mutation(async ({ ctx, input }) => {
        await shopIn(ctx).as(actor).admin.orders.capture({ id: input.order_id })
        return {}
      }),
    countPayments: adminProcedure
      .meta(rest('POST', '/rentals/customers/{customer_id}', 'Count the payments of a customer', { lockKey: null }))
      .input(z.strictObject({ customer_id: z.string(), user_id: z.string() }))
      .output(z.object({ count: z.int() }))
      .mutation(async ({ ctx, input: { customer_id: id, user_id } }) => {
        const { admin } = shopIn(ctx).as({ user_id })
        const { customer } = await admin.customers.get({ id, expand: 'orders.payments' })
        return { count: customer.orders?.flatMap(({ payments }) => payments ?? []).length ?? 0 }
      }),
  }),
  store: router({
    peek: openProcedure
      .meta(rest('GET', '/rentals', 'Peek'))
      .output(z.object({}))
      .query(async ({ ctx }) => {
        await shopIn(ctx).as(actor).admin.returnReasons.create({ value: 'peek', label: 'Peek' })
        return {}
      }),
  }),
})
const definition = defineShop({ plugins: [rentals] })

let shop: TestShop<typeof definition>
beforeAll(async () => {
  shop = await openTestShop(definition)
})
afterAll(() => shop.close())

const inJob = async (run: (typeof work)['run']) => {
  work = { id: randomUUID(), run }
  await shop.runJob(runWork, { id: work.id })
}
const notes = async () => (await shop.orm.em.fork().find(StepNote, {})).map(({ text }) => text)
const audited = (procedure: string, id: string) =>
  shop.orm.em.fork().find(AuditLog, { procedure, resource_ids: { $overlap: [id] } }, { orderBy: { created_at: 'asc' } })

async function capturedOrder() {
  const { order } = await shop.placeOrder()
  await shop.admin.orders.capture.mutate({ id: order.id })
  return order
}

test('a job renews an order for a customer by the ordinary completion, once for each period', async () => {
  const customer = await shop.addCustomer()
  const { order } = await shop.placeOrder({ customer })
  const renewal = {
    customer_id: customer.id,
    variant_id: String(order.items[0]?.variant_id),
    region_id: order.region_id,
    period: '2027-01',
  }
  await shop.runJob(renew, renewal)
  await shop.runJob(renew, renewal)
  await race(2, () => shop.runJob(renew, { ...renewal, period: '2027-02' }))
  const { orders } = await customer.store.customers.listOrders.query({})
  expect(orders.map(({ customer_id, total }) => [customer_id, total])).toEqual(
    orders.map(() => [customer.id, order.total]),
  )
  expect(orders).toHaveLength(3)
})

test('a job that refunds again with the same idempotency key after a crash refunds once', async () => {
  const { id } = await capturedOrder()
  let runs = 0
  const refund = async ({ as }: PluginContext) => {
    const { admin } = as(actor, { idempotencyKey: `refund ${id}` })
    const { order } = await admin.orders.refund({ id, amount: 100, reason: 'other' })
    expect(order.refunded_total).toBe(100)
    if (++runs === 1) throw new Error('The machine stopped')
  }
  await expect(inJob(refund)).rejects.toThrow('The machine stopped')
  await inJob(refund)
  expect((await shop.admin.orders.get.query({ id })).order).toMatchObject({
    refunded_total: 100,
    refunds: [{ amount: 100 }],
  })
})

test('the audit log names the plugin, or the user that it calls for', async () => {
  const { id } = await capturedOrder()
  const { user } = await shop.admin.auth.current.query()
  const { order: other } = await shop.placeOrder()
  await inJob(async ({ as }) => {
    await as(actor).admin.orders.refund({ id, amount: 10, reason: 'other' })
    await as({ user_id: user.id }).admin.orders.refund({ id, amount: 20, reason: 'other' })
    await as(actor).admin.orders.capture({ id: other.id })
  })
  expect((await audited('admin.orders.capture', other.id)).map(({ plugin }) => plugin)).toEqual(['rentals'])
  const entries = await audited('admin.orders.refund', id)
  expect(
    entries.map(({ user_id, plugin, authenticated_by, change_count }) => [
      user_id,
      plugin,
      authenticated_by,
      change_count > 0,
    ]),
  ).toEqual([
    [null, 'rentals', 'code', true],
    [user.id, null, 'code', true],
  ])
  const { audit_log } = await shop.admin.auditLog.list.query({ resource_id: id })
  expect(audit_log.map(({ plugin }) => plugin)).toContain('rentals')
})

test('scopes hold, and unknown callers are refused', async () => {
  const { id } = await capturedOrder()
  await inJob(async ({ as }) => {
    const refunds = as({ plugin: 'rentals', scopes: ['read:orders.*'] }).admin
    expect((await refunds.orders.get({ id })).order.id).toBe(id)
    await expect(refunds.orders.refund({ id, amount: 1, reason: 'other' })).rejects.toThrow(Forbidden)
    await expect(as({ plugin: 'rentals', scopes: ['*'] }).admin.users.list({})).rejects.toThrow(Forbidden)
    expect(() => as({ plugin: 'rentals', scopes: ['order.refund'] })).toThrow(InvalidData)
    expect(() => as({ plugin: 'rental', scopes: ['*'] })).toThrow('The shop has no plugin rental')
    await expect(as({ user_id: 'usr_1' }).admin.orders.list({})).rejects.toThrow(NotFound)
    await expect(as({ customer_id: 'cus_1' }).store.carts.create({})).rejects.toThrow(NotFound)
    // @ts-expect-error Customers have no operations of the administration.
    await expect(as('guest').admin.orders.list({})).rejects.toThrow('Unauthorized')
  })
})

test('input is validated, refusals are those of the core, and a response is a copy', async () => {
  const order = await capturedOrder()
  await inJob(async ({ as }) => {
    const { admin, store } = as(actor)
    await expect(admin.orders.refund({ id: order.id, amount: 0.5, reason: 'other' })).rejects.toThrow(InvalidData)
    await expect(admin.orders.refund({ id: order.id, amount: 1e9, reason: 'other' })).rejects.toThrow(NotAllowed)
    // @ts-expect-error The input needs the name of an operation.
    await expect(admin.orders.explode({})).rejects.toThrow('The shop has no operation admin.orders.explode')
    const [first, second] = [await store.regions.list({}), await store.regions.list({})]
    expect(first.regions[0]?.created_at).toBeInstanceOf(Date)
    first.regions.length = 0
    expect(second.regions.length).toBeGreaterThan(0)
  })
})

test('an operation inside of inTransaction is refused at once', async () => {
  const { id } = await capturedOrder()
  await inJob(async ({ as, em }) => {
    const call = inTransaction(em, () => as(actor).admin.orders.get({ id }))
    await expect(call).rejects.toThrow('Call it before or after the transaction')
    expect((await as(actor).admin.orders.get({ id })).order.id).toBe(id)
  })
})

test('operations in a mutation share its transaction, and a refused one changes nothing', async () => {
  const order = await capturedOrder()
  const before = (await notes()).length
  const input = { order_id: order.id, amount: 30 }
  await expect(shop.admin.rentals.settle.mutate({ ...input, fails: true })).rejects.toThrow('The rental is not over')
  expect((await shop.admin.orders.get.query({ id: order.id })).order.refunded_total).toBe(0)
  expect(await notes()).toHaveLength(before)
  expect(await shop.admin.rentals.settle.mutate(input)).toEqual({ status: 'partially_refunded' })
  expect((await shop.admin.orders.get.query({ id: order.id })).order.refunded_total).toBe(30)
  expect((await notes()).slice(before).toSorted()).toEqual(['refund 1', `settled ${order.id}`])
  const [refunded, ...others] = await audited('admin.orders.refund', order.id)
  expect([refunded?.plugin, others]).toEqual(['rentals', []])
  expect(JSON.stringify(refunded?.changes)).not.toContain('step_note')
  const [settled] = await audited('admin.rentals.settle', order.id)
  expect(JSON.stringify(settled?.changes)).toContain(`settled ${order.id}`)
})

test('a dry run of a mutation rolls its operations back', async () => {
  const order = await capturedOrder()
  const reply = await fetch(`${shop.url}/admin/rentals/${order.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json', 'x-dry-run': 'true' },
    body: JSON.stringify({ amount: 30 }),
  })
  const { dry_run, response, changes } = (await reply.json()) as {
    dry_run: boolean
    response: object
    changes: { table: string }[]
  }
  expect([dry_run, response]).toEqual([true, { status: 'partially_refunded' }])
  expect(changes.map(({ table }) => table)).toEqual(expect.arrayContaining(['refund', 'step_note']))
  expect((await shop.admin.orders.get.query({ id: order.id })).order.refunded_total).toBe(0)
})

test('an operation with its own transactions is refused in a mutation, and a query changes nothing', async () => {
  const { order } = await shop.placeOrder()
  await expect(shop.admin.rentals.capture.mutate({ order_id: order.id })).rejects.toThrow()
  expect((await shop.orm.em.fork().findOneOrFail(Order, order.id)).payment_status).toBe('awaiting')
  await expect(shop.store.rentals.peek.query()).rejects.toThrow()
  expect((await shop.admin.returnReasons.list.query({})).return_reasons.map(({ value }) => value)).not.toContain('peek')
})

test('concurrent operations with one idempotency key have one effect', async () => {
  const { id } = await capturedOrder()
  const refund = () =>
    shop.as(actor, { idempotencyKey: `twice ${id}` }).admin.orders.refund({ id, amount: 5, reason: 'other' })
  const { results } = await race(4, refund)
  expect(new Set(results.map(({ order }) => order.refunded_total))).toEqual(new Set([5]))
  expect((await shop.admin.orders.get.query({ id })).order.refunds).toHaveLength(1)
  await expect(
    shop.as(actor, { idempotencyKey: `twice ${id}` }).admin.orders.refund({ id, amount: 6, reason: 'other' }),
  ).rejects.toThrow()
})

test('a test and a script call the operations of the plugins with their types', async () => {
  const { id } = await capturedOrder()
  const { status } = await shop
    .as({ plugin: 'rentals', scopes: ['rentals.settle'] })
    .admin.rentals.settle({ order_id: id, amount: 1 })
  expect(status satisfies string).toBe('partially_refunded')
})

test('a call in code as a user is limited by the role of the user, and a plugin gives only rights that it has', async () => {
  const { role } = await shop.admin.roles.create.mutate({ name: 'Counter', scopes: ['read:orders.*'] })
  const account = { email: 'counter@example.com', password: 'a long password', role: role.name }
  const { user } = await shop.admin.users.create.mutate(account)
  const { admin } = shop.as({ user_id: user.id })
  expect((await admin.orders.list({})).count).toEqual(expect.any(Number))
  await expect(admin.products.list({})).rejects.toThrow('Your role Counter does not allow products.list.')
  const byPlugin = shop.as({ plugin: 'rentals', scopes: ['roles.*', 'orders.refund'] }).admin
  await expect(byPlugin.roles.create({ name: 'Wide', scopes: ['*'] })).rejects.toThrow('rights that you do not have: *')
  const { role: given } = await byPlugin.roles.create({ name: 'Refunds', scopes: ['orders.refund'] })
  expect(given.scopes).toEqual(['orders.refund'])
})

test('an operation in a mutation has the rights of the caller that it names', async () => {
  const customer = await shop.addCustomer()
  await shop.placeOrder({ customer })
  const { user: administrator } = await shop.admin.auth.current.query()
  const { role } = await shop.admin.roles.create.mutate({
    name: 'Rentals',
    scopes: ['rentals.*', 'customers.get', 'read:orders.*'],
  })
  const account = { email: 'rentals@example.com', password: 'a long password', role: role.name }
  const { user } = await shop.admin.users.create.mutate(account)
  const { rentals: called } = shop.as({ user_id: user.id }).admin
  const input = { customer_id: customer.id, user_id: user.id }
  await expect(called.countPayments(input)).rejects.toThrow('Your role Rentals does not allow payments.')
  expect(await called.countPayments({ ...input, user_id: administrator.id })).toEqual({ count: 1 })
})
