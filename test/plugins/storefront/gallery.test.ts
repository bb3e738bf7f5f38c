import { afterAll, expect, test } from 'vitest'
import { openTestShop, shopConfig } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import { STATES } from '../../../plugins/storefront/gallery/states.ts'
import { storefront } from '../../../plugins/storefront/index.ts'
import { components } from '../../../plugins/storefront/site/components.ts'

const config = { ...shopConfig, production: false }
const shop = await openTestShop({ plugins: [storefront({ country: 'de' })], demo: true, config })
afterAll(() => shop[Symbol.asyncDispose]())

const PATH = '/dev/components'
const states = Object.entries(STATES).flatMap(([name, own]) => Object.keys(own).map((state) => [name, state] as const))
const pathOf = (name: string, state: string) => `${PATH}/${name}/${encodeURIComponent(state)}`

/** A customer with an order and a new cart. */
async function shopper(): Promise<Visitor> {
  const visitor = new Visitor(shop.url)
  const person = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' }
  await visitor.open('/account/register')
  await visitor.submit('/account/register', { ...person, password: 'correct horse' })
  await fillCart(visitor)
  await visitor.open('/checkout')
  await visitor.submit('/checkout', { ...person, address_1: 'Weg 1', postal_code: '10117', city: 'Berlin' })
  await visitor.submit('/checkout/delivery')
  await visitor.submit('/checkout/payment', { provider: 'manual' })
  expect(visitor.path).toMatch(/^\/orders\/order_/)
  await fillCart(visitor)
  return visitor
}

async function fillCart(visitor: Visitor): Promise<void> {
  await visitor.open('/products/stoneware-mug')
  const [, name = '', value = ''] = /name="(option\[[^"]+\])" value="(\w+)"/.exec(visitor.html) ?? []
  await visitor.submit('/cart/lines', { [name]: value })
}

test('the page lists each component that a shop can replace, with all of its states', async () => {
  const { html, status } = await new Visitor(shop.url).open(PATH)
  expect(status).toBe(200)
  expect(Object.keys(STATES).toSorted()).toEqual(Object.keys(components).toSorted())
  for (const [name, state] of states) expect(html).toContain(`src="${pathOf(name, state)}"`)
})

test('each state of each component is a page in both directions', async () => {
  const visitor = await shopper()
  for (const [name, state] of states) {
    await visitor.open(`${pathOf(name, state)}?dir=rtl&language=de`)
    expect([name, state, visitor.status]).toEqual([name, state, 200])
    expect(visitor.html, `${name} ${state}`).toContain('<html lang="de" dir="rtl">')
    expect(visitor.html, `${name} ${state}`).not.toMatch(/undefined|\[object|NaN|Nothing to show/)
    expect(visitor.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  }
})

test('a visitor without cart and account sees which rows are missing', async () => {
  expect((await new Visitor(shop.url).open(pathOf('orderPage', 'placed'))).text).toContain('Nothing to show')
})

test.each([
  'nothing/x',
  'header/x',
  'header/__proto__',
  'constructor/name',
  'header/toString',
])('%s does not exist', async (path) => {
  expect((await new Visitor(shop.url).open(`${PATH}/${path}`)).status).toBe(404)
})
