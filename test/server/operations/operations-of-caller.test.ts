import { definePlugin, NotAllowed, route, shopIn } from 'cartwright'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defaultRateLimits } from '#server/settings/rate-limits.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { openTestShop } from '#test/support/shop.ts'
import { wishlist } from '../../../plugins/wishlist/index.ts'

const credentials = z.object({ email: z.string(), password: z.string() })

const desk = definePlugin({
  name: 'desk',
  routes: {
    register: route.post('/register', { transaction: false, input: credentials }, async ({ ctx, input }) => {
      const { customer } = await shopIn(ctx).asCaller().store.customers.register(input)
      return Response.json(customer)
    }),
    loginInside: route.post('/login-inside', { input: credentials }, async ({ ctx, input }) => {
      await shopIn(ctx).asCaller().store.auth.login(input)
      return new Response('logged in')
    }),
    me: route.get('/me', async ({ ctx }) => {
      const { customer } = await shopIn(ctx).asCaller().store.customers.get()
      return Response.json(customer)
    }),
    cart: route.post('/cart', { transaction: false, input: z.object({}) }, async ({ ctx }) => {
      const { carts } = shopIn(ctx).asCaller({ idempotencyKey: ctx.request.idempotencyKey ?? 'none' }).store
      return Response.json((await carts.create({})).cart)
    }),
    code: route.post('/code', { transaction: false, input: z.object({ code: z.string() }) }, async ({ ctx, input }) => {
      const { gift_card } = await shopIn(ctx).asCaller().store.giftCards.get(input)
      return Response.json(gift_card)
    }),
    together: route.post('/together', { input: z.object({ fails: z.boolean() }) }, async ({ ctx, input }) => {
      const { cart } = await shopIn(ctx).asCaller().store.carts.create({})
      if (input.fails) throw new NotAllowed(`Not ${cart.id}`)
      return Response.json(cart)
    }),
    others: route.get('/others', ({ ctx }) => {
      const { store } = shopIn(ctx).asCaller<{ store: Record<string, object | undefined> }>()
      return Response.json(['carts', 'wishlist', 'reviews', 'then'].filter((name) => store[name]))
    }),
    writes: route.get('/writes', async ({ ctx }) => Response.json(await shopIn(ctx).asCaller().store.carts.create({}))),
    orders: route.get('/all-orders', async ({ ctx }) =>
      Response.json(await shopIn(ctx).asCaller().admin.orders.list({})),
    ),
  },
})

const shop = await openTestShop({
  plugins: [desk, wishlist],
  config: { limits: { ...defaultRateLimits, wrongCodes: 3 } },
})
afterAll(() => shop[Symbol.asyncDispose]())
await shop.given.region()

const account = (email: string) => ({ email, password: 'a long password' })

test('a route without a transaction logs the caller in, and the next request has the login', async () => {
  const visitor = new CookieClient(shop.url)
  const registered = await visitor.post<string>('/register', account('ada@example.com'))
  expect(registered).toMatchObject({ status: 200, body: { email: 'ada@example.com' } })
  expect(await visitor.get<string>('/me')).toMatchObject({ status: 200, body: { email: 'ada@example.com' } })
  expect(await new CookieClient(shop.url).get<string>('/me')).toMatchObject({ status: 401 })
})

test('an operation with its own transactions is refused in the transaction of a route', async () => {
  const visitor = new CookieClient(shop.url)
  expect((await visitor.post<string>('/login-inside', account('ada@example.com'))).status).toBe(500)
  expect(visitor.cookies.size).toBe(0)
})

test('the operations of a route with a transaction are rolled back together', async () => {
  const visitor = new CookieClient(shop.url)
  const refused = await visitor.post<string>('/together', { fails: true })
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^Not cart_/) } })
  const id = /cart_\w+/.exec(refused.text)?.[0]
  expect((await shop.get(`/store/carts/${id}`)).status).toBe(404)
  const made = await visitor.post<string>('/together', { fails: false })
  expect((await shop.get(`/store/carts/${JSON.parse(made.text).id}`)).status).toBe(200)
})

test('a repeated call with the same key has one effect', async () => {
  const visitor = new CookieClient(shop.url)
  const create = () => visitor.post<string>('/cart', {}, { 'idempotency-key': 'a visit' })
  const [first, second] = [await create(), await create()]
  expect(first.status).toBe(200)
  expect(second.body).toEqual(first.body)
})

test('the limits for strangers count the operations of a route', async () => {
  const visitor = new CookieClient(shop.url)
  const statuses = []
  for (let i = 0; i < 5; i++) statuses.push((await visitor.post<string>('/code', { code: `GUESS-${i}` })).status)
  expect(statuses).toEqual([404, 404, 404, 429, 429])
})

test('a GET changes nothing, and a caller without a login reads no orders', async () => {
  const visitor = new CookieClient(shop.url)
  expect((await visitor.get<string>('/writes')).status).toBe(500)
  expect((await visitor.get<string>('/all-orders')).status).toBe(401)
})

test('a route without a transaction refuses a dry run and the form of another site', async () => {
  const visitor = new CookieClient(shop.url)
  const dry = await visitor.post<string>('/cart', {}, { 'x-dry-run': 'true' })
  expect(dry.status).toBe(400)
  expect((await visitor.post<string>('/cart', {}, { origin: 'https://elsewhere.example' })).status).toBe(403)
})

test('a route finds the operations of another plugin only if the shop has the plugin', async () => {
  expect(await new CookieClient(shop.url).get<string>('/others')).toMatchObject({ body: ['carts', 'wishlist'] })
})
