import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defineShop, type Plugin } from 'cartwright'
import { openTestShop } from 'cartwright/testing'
import { expect, test, vi } from 'vitest'

/* Runs the examples of docs/extend/providers.md in one shop. `code.test.ts` copies this file next to them. */

const load = (name: string): Promise<Record<string, Plugin>> => import(`../../plugins/${name}/index.ts`)

async function pluginsOf(...names: string[]): Promise<Plugin[]> {
  const modules = await Promise.all(names.map(load))
  return modules.flatMap((exports) => Object.values(exports))
}

async function serveTokens(): Promise<Server> {
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end('{"access_token":"a","refresh_token":"r"}'),
  )
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

test('a shop uses the providers of the page', async () => {
  const plugins = await pluginsOf('invoices', 'pickups', 'console-mail', 'crm', 'memory-files')
  expect(plugins).toHaveLength(5)
  const tokens = await serveTokens()
  const env = { CRM_URL: `http://127.0.0.1:${(tokens.address() as AddressInfo).port}` }
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await using shop = await openTestShop(defineShop({ plugins }), { env })
  const { admin } = shop

  const { regions } = await admin.regions.list.query()
  const region_id = regions.find(({ name }) => name === 'Europe')?.id ?? ''
  const providers = { payment_providers: ['invoice'], fulfillment_providers: ['manual', 'pickup'] }
  await admin.regions.update.mutate({ id: region_id, ...providers })
  const { shipping_option: option } = await admin.shippingOptions.create.mutate({
    ...{ name: 'Counter', region_id, provider_id: 'pickup', price_type: 'calculated' },
    data: { id: 'counter' },
  })
  const cart = await shop.addCart({ cart: { email: 'ada@example.com' } })
  await cart.store.carts.addShippingMethod.mutate({ id: cart.id, option_id: option.id })
  await cart.store.carts.createPaymentSessions.mutate({ id: cart.id })
  const { order } = await cart.complete()
  expect(order.payments?.[0]?.provider_id).toBe('invoice')
  expect(order.shipping_methods?.[0]).toMatchObject({ price: order.subtotal < 5000 ? 200 : 0 })

  const items = order.items.map(({ id, quantity }) => ({ item_id: id, quantity }))
  const fulfilled = await admin.orders.createFulfillment.mutate({ id: order.id, items })
  expect(fulfilled.order.fulfillments?.[0]?.data).toEqual({ shelf: order.display_id % 10 })

  const { batch_job } = await admin.batchJobs.create.mutate({ type: 'product-export', context: {} })
  await shop.runJobs()
  expect(log).toHaveBeenCalledWith('order.placed', 'ada@example.com', order.display_id)
  const exported = await admin.batchJobs.get.query({ id: batch_job.id })
  const file_key = `${exported.batch_job.result?.file_key}`
  const { download_url } = await admin.uploads.downloadUrl.mutate({ file_key })
  expect(download_url).toBe(`https://cdn.example/${file_key}`)

  const { state } = await admin.apps.install.mutate({ application_name: 'crm' })
  const { apps } = await admin.apps.authorize.mutate({ application_name: 'crm', state, code: 'code' })
  expect(apps).toMatchObject({ application_name: 'crm' })
  tokens.close()
})
