import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { definePlugin, defineShop, type Plugin } from 'cartwright'
import { openTestShop } from 'cartwright/testing'
import { expect, test } from 'vitest'

/* Runs the examples of docs/extend/ in one shop. `code.test.ts` copies this file next to them. */

const EXAMPLES = ['engraved', 'guest-limit', 'search-index', 'capture-on-shipment', 'gift-wrap', 'crm-sync', 'wishes']

/** Imports a file of the documentation. The project itself does not have it. */
const load = (plugin: string, file: string) => import(`../../plugins/${plugin}/${file}.ts`)

async function loadPlugins(): Promise<Plugin[]> {
  const modules = await Promise.all(EXAMPLES.map((name) => load(name, 'index')))
  const { Recall } = await load('recalls', 'recall')
  const { CreateRecalls } = await load('recalls', 'create-recalls')
  const recalls = definePlugin({ name: 'recalls', entities: [Recall], migrations: [CreateRecalls] })
  return [...modules.flatMap((exported) => Object.values<Plugin>(exported)), recalls]
}

async function receiveCustomers(received: string[]): Promise<Server> {
  const server = createServer(async (request, response) => {
    received.push((await request.toArray()).join(''))
    response.end()
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

test('a shop uses the plugins of the pages', async () => {
  const plugins = await loadPlugins()
  expect(plugins).toHaveLength(EXAMPLES.length + 1)
  const customers: string[] = []
  const server = await receiveCustomers(customers)
  const env = { GUEST_LIMIT: '1', CRM_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  await using shop = await openTestShop(defineShop({ plugins }), { env })
  const { admin, orm, url } = shop

  await expect(shop.placeOrder()).rejects.toThrow('Please log in for an order of this size')
  const ada = await shop.addCustomer()
  const engraved: object = { engraving: 'For Ada' }
  const { order } = await shop.placeOrder({ customer: ada, items: [engraved] })
  expect(order.items[0]).toMatchObject(engraved)

  const call = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const json = { ...headers, 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, { method, headers: json, body: body && JSON.stringify(body) })
    return (await response.json()) as { wish: { id: string } }
  }
  const { wish } = await call('POST', '/store/wishlist', ada.headers, { variant_id: order.items[0]?.variant_id })
  const listed = await call('GET', '/admin/wishlist', { authorization: `Bearer ${shop.token}` })
  expect(listed).toMatchObject({ count: 1, wishes: [{ id: wish.id, customer_id: ada.id }] })
  expect(await call('DELETE', `/store/wishlist/${wish.id}`, ada.headers)).toMatchObject({ deleted: true })
  expect(await call('GET', '/store/wishlist', ada.headers)).toMatchObject({ count: 0 })

  const items = order.items.map(({ id, quantity }) => ({ item_id: id, quantity }))
  const { order: fulfilled } = await admin.orders.createFulfillment.mutate({ id: order.id, items })
  await admin.orders.createShipment.mutate({ id: order.id, fulfillment_id: `${fulfilled.fulfillments?.[0]?.id}` })
  const names = { first_name: 'Bo', last_name: 'Ek' }
  const { customer } = await admin.customers.create.mutate({ email: 'bo@example.com', password: 'a horse', ...names })
  await shop.runJobs()
  expect((await admin.orders.get.query({ id: order.id })).order.payment_status).toBe('captured')
  expect(customers).toEqual([customer.id])
  const events = await orm.em
    .fork()
    .execute("select payload->>'order_id' as order_id from event where name = 'gift-wrap.finished'")
  expect(events).toEqual([{ order_id: order.id }])
  expect(await orm.em.fork().execute('select count(*)::int as count from recall')).toEqual([{ count: 0 }])
  server.close()
})
