import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import type { Cart, GiftCard, Identified, Region } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* The examples of docs/reference/differences-from-medusa-v1.md, section "Prices, taxes and gift cards". */

let shop: TestShop
let region: Region
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region({ tax_rate: 20, gift_cards_taxable: true })
})
afterAll(() => shop[Symbol.asyncDispose]())

const taxed = (rate: number, products: string[]) =>
  expectSuccess(shop.admin.post('/admin/tax-rates', { code: 'x', name: 'x', region_id: region.id, rate, products }))

const cardsOn = async (cart: Cart, ...cards: GiftCard[]) =>
  (await expectSuccess(shop.post(`/store/carts/${cart.id}`, { gift_cards: cards.map(({ code }) => ({ code })) }))).cart

test('a price of a region can have quantity tiers, also if they are added later', async () => {
  const { id, product_id } = await shop.given.regionalVariant(region, 1000)
  const prices = [
    { region_id: region.id, amount: 1000 },
    { region_id: region.id, amount: 800, min_quantity: 5 },
  ]
  await expectSuccess(shop.admin.post(`/admin/products/${product_id}/variants/${id}`, { prices }))
  const priceOf = async (quantity: number) =>
    (await shop.given.cart({ region, lines: [[{ id }, quantity]] })).items[0].unit_price
  expect([await priceOf(1), await priceOf(4), await priceOf(5)]).toEqual([1000, 1000, 800])
})

test('each product of a list is shown with its own tax rates', async () => {
  const [book, mug] = [await shop.given.product(), await shop.given.product()]
  await taxed(5, [book.id])
  const { products } = await expectSuccess(
    shop.get(`/store/products?id[]=${book.id}&id[]=${mug.id}&region_id=${region.id}`),
  )
  const priceOf = ({ id }: Identified) =>
    products.find((product) => product.id === id)?.variants[0].calculated_price_incl_tax
  expect([priceOf(book), priceOf(mug)]).toEqual([1050, 1200])
})

test('a gift card saves at most the tax of the purchase', async () => {
  const book = await shop.given.product()
  await taxed(5, [book.id])
  const cart = await shop.given.payableCart({ region, lines: [[book.variants[0], 1]] })
  const paid = await cardsOn(cart, await shop.given.giftCard(region, 1000))
  expect(paid).toMatchObject({ tax_total: 50, gift_card_total: 1000, gift_card_tax_total: 50, total: 0 })
})

test('two gift cards save as much tax as one of the same value', async () => {
  const eighth = await shop.given.region({ tax_rate: 12.5, gift_cards_taxable: true })
  const cart = await shop.given.payableCart({ region: eighth })
  const [half, other] = [await shop.given.giftCard(eighth, 333), await shop.given.giftCard(eighth, 333)]
  expect(await cardsOn(cart, half, other)).toMatchObject({ gift_card_total: 666, gift_card_tax_total: 83 })
  expect(await cardsOn(cart, await shop.given.giftCard(eighth, 666))).toMatchObject({ gift_card_tax_total: 83 })
})

test('a gross line that a code makes free costs nothing', async () => {
  const gross = await shop.given.region({ tax_rate: 25, includes_tax: true })
  const variant = await shop.given.regionalVariant(gross, 1111)
  const { code } = await shop.given.discount(gross, { value: 100 })
  const cart = await shop.given.payableCart({ region: gross, lines: [[variant, 10]], discounts: [code] })
  expect(cart).toMatchObject({ subtotal: 8887, discount_total: 8887, tax_total: 0, total: 0 })
})

test('a gross line keeps its price while taxes are not computed', async () => {
  const gross = await shop.given.region({ tax_rate: 25, includes_tax: true, automatic_taxes: false })
  const variant = await shop.given.regionalVariant(gross, 1111)
  const { id } = await shop.given.cart({ region: gross, lines: [[variant, 10]] })
  expect((await expectSuccess(shop.get(`/store/carts/${id}`))).cart).toMatchObject({ subtotal: 11_110, total: 11_110 })
})

test('a completed cart shows the payments of its gift cards', async () => {
  const option = await shop.given.shippingOption(region)
  const cart = await shop.given.payableCart({ region, option })
  await cardsOn(cart, await shop.given.giftCard(region, 500))
  await expectSuccess(shop.post(`/store/carts/${cart.id}/complete`))
  const totals = { gift_card_total: 500, gift_card_tax_total: 100, total: 1200 }
  expect((await expectSuccess(shop.get(`/store/carts/${cart.id}`))).cart).toMatchObject(totals)
})

test('a gift card that was bought without tax saves no tax', async () => {
  const product = await shop.given.product({ is_giftcard: true, options: [{ title: 'Value' }], prices: [1000] })
  await taxed(0, [product.id])
  const order = await shop.given.order({ region, lines: [[product.variants[0], 1]] })
  expect(order.tax_total).toBe(0)
  const { gift_cards } = await expectSuccess(shop.admin.get(`/admin/gift-cards?q=${order.display_id}`))
  const bought = gift_cards.find((card) => card.order_id === order.id)!
  expect(bought.tax_rate).toBe(0)
  const cart = await shop.given.payableCart({ region, lines: [[await shop.given.variant(), 1]] })
  const paid = await cardsOn(cart, bought)
  expect(paid).toMatchObject({ gift_card_total: 1000, gift_card_tax_total: 0, tax_total: 200, total: 200 })
})
