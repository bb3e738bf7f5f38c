import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { defineShop } from '#server/process/define-shop.ts'
import { promises } from '#server/testing/index.ts'
import { expectError } from '#test/support/expect-error.ts'
import { addressIn, expectSuccess } from '#test/support/factories.ts'
import type { Region, ShippingOption } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { flatTax } from '../../plugins/flat-tax-service/index.ts'

interface Question {
  currency: string
  address: Record<string, string | null>
  goods: { id: string; amount: number; includes_tax: boolean; kind: string | null }[]
}

type Responder = (question: Question, response: ServerResponse) => void

const questions: Question[] = []
let respond: Responder

/** A fake of the service: 5 % for the state, and 2.5 % for the city except for food. */
const taxGoods: Responder = ({ goods }, response) => {
  const rates = goods.flatMap(({ id, kind }) => [
    { id, rate: 5, name: 'State', code: 'state' },
    ...(kind === 'food' ? [] : [{ id, rate: 2.5, name: 'City' }]),
  ])
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ rates }))
}

const service = createServer(async (request: IncomingMessage, response) => {
  const question = (await json(request)) as Question
  questions.push(question)
  respond(question, response)
})

const openTaxedShop = (timeout: string) => {
  const { port } = service.address() as AddressInfo
  const env = { FLAT_TAX_URL: `http://127.0.0.1:${port}/rates`, FLAT_TAX_TIMEOUT_MS: timeout }
  return openTestShop({ plugins: [flatTax], env, config: { logLevel: 'silent' } })
}

async function taxedRegion({ given, admin }: TestShop): Promise<Region> {
  const { id } = await given.region()
  const path = `/admin/regions/${id}` as const
  return (await expectSuccess(admin.post(path, { tax_provider_id: 'flat-tax-service' }))).region
}

let shop: TestShop
let region: Region
let option: ShippingOption
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  shop = await openTaxedShop('10000')
  region = await taxedRegion(shop)
  option = await shop.given.shippingOption(region)
})
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
  service.closeAllConnections()
  service.close()
})
beforeEach(() => {
  respond = taxGoods
  questions.length = 0
})

const complete = ({ id }: { id: string }) => shop.post(`/store/carts/${id}/complete`)

test('an order has the rates of the service', async () => {
  const cart = await shop.given.payableCart({ region, option })
  expect(cart).toMatchObject({
    total: 1000 + 75 + 500 + 38,
    items: [
      {
        tax_lines: [
          { rate: 5, name: 'State', code: 'state' },
          { rate: 2.5, name: 'City', code: null },
        ],
      },
    ],
  })
  expect(questions.at(-1)).toEqual({
    currency: 'eur',
    address: { country: addressIn(region).country_code, province: null, postal_code: '1000', city: 'Town' },
    goods: [
      { id: 'line_1', amount: 1000, includes_tax: false, kind: 'default' },
      { id: 'shipping_1', amount: 500, includes_tax: false, kind: 'default' },
    ],
  })
  expect((await expectSuccess(complete(cart))).data).toMatchObject({ total: cart.total })
})

test('the code of a tax rate selects the rates of the service', async () => {
  const variant = await shop.given.variant()
  const rate = { code: 'food', name: 'Food', rate: 7, region_id: region.id, products: [variant.product_id] }
  await expectSuccess(shop.admin.post('/admin/tax-rates', rate))
  expect((await shop.given.cart({ region, lines: [[variant, 1]] })).total).toBe(1050)
})

test('an address that the service refuses cannot be ordered for', async () => {
  respond = ({ address }, response) => {
    response.statusCode = address.postal_code ? 422 : 200
    response.end(JSON.stringify(address.postal_code ? { message: 'Unknown postal code' } : { rates: [] }))
  }
  const cart = await shop.given.payableCart({ region })
  expect(cart.total).toBe(1200)
  await expectError(complete(cart), 400, 'invalid_data', 'Unknown postal code')
})

test.each<[string, Responder]>([
  ['answers 500', (_, response) => response.writeHead(500).end('down')],
  ['answers HTML', (_, response) => response.end('<html>')],
  [
    'answers a negative rate',
    ({ goods }, response) =>
      response.end(JSON.stringify({ rates: goods.map(({ id }) => ({ id, rate: -5, name: 'State' })) })),
  ],
  ['forgets the goods', (_, response) => response.end('{"rates":[]}')],
  ['redirects', (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
  ['closes the connection', (_, response) => response.destroy()],
])('an order has the rates of the region if the service %s', async (_, fault) => {
  respond = fault
  const cart = await shop.given.payableCart({ region })
  const { type, data } = await expectSuccess(complete(cart))
  expect([type, data]).toMatchObject(['order', { total: 1200 }])
})

test('a cart has the rates of the region if the service never answers', async () => {
  await using impatientShop = await openTaxedShop('100')
  respond = () => {}
  const cart = await impatientShop.given.cart({ region: await taxedRegion(impatientShop) })
  expect([cart.total, questions.length]).toEqual([1200, 1])
})

test('without an address the plugin provides nothing', async () => {
  await using plain = await openTestShop({ plugins: [flatTax] })
  expect((await plain.admin.get('/admin/store/tax-providers')).body.tax_providers).toEqual([])
})

const definition = defineShop({ plugins: [flatTax] })
for (const { name, check } of promises(definition, 'flat-tax-service')) test(name, check)
