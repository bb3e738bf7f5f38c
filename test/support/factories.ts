import { sealData } from 'iron-session'
import { Customer } from '#entities/people/customer/customer.ts'
import { Session } from '#entities/people/session/session.ts'
import type { Reply } from './sample-api.ts'
import { SESSION_SECRET } from './session-secret.ts'
import type { Caller, TestShop } from './shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds; a test asserts what it is
export type Json = any

type Over = Record<string, unknown>

export interface CartOptions {
  /** A new one where it is not named. */
  region?: Json
  /** Variants and how many of each; one piece of a new product where they are not named. */
  lines?: readonly (readonly [variant: { id: string }, quantity: number])[]
  email?: string
  discounts?: readonly string[]
  gift_cards?: readonly string[]
  /** Left unshipped where it is not named. */
  option?: { id: string }
  by?: Caller
}

export type Given = ReturnType<typeof factories>

/** Makes things through the administration of the shop, as people would. */
export function factories(shop: Pick<TestShop, 'orm' | 'as' | 'admin'> & Caller) {
  let serial = 0
  const unique = (word: string) => `${word} ${++serial}`

  async function region({ gift_cards_taxable, automatic_taxes, countries = 1, ...over }: Over = {}): Promise<Json> {
    const currency_code = over.currency_code ?? 'eur'
    // Refused where the shop has the currency already.
    await shop.admin.post(`/admin/store/currencies/${currency_code}`)
    const { region } = await expectSuccess(
      shop.admin.post('/admin/regions', {
        name: unique('Region'),
        currency_code,
        tax_rate: 20,
        payment_providers: ['manual'],
        fulfillment_providers: ['manual'],
        countries: Array.isArray(countries) ? countries : await freeCountries(shop, countries as number),
        ...over,
      }),
    )
    const settings = { gift_cards_taxable, automatic_taxes }
    return (await expectSuccess(shop.admin.post(`/admin/regions/${region.id}`, settings))).region
  }

  /** A published product with one variant for each amount of `prices`, in the default sales channel. */
  async function product({ prices = [1000], stock = 100, variants, ...over }: Over = {}): Promise<Json> {
    const { store } = await expectSuccess(shop.admin.get('/admin/store'))
    const made = (prices as number[]).map((amount, i) => variantOf([{ currency_code: 'eur', amount }], i, stock))
    const { product } = await expectSuccess(
      shop.admin.post('/admin/products', {
        title: unique('Product'),
        status: 'published',
        options: [{ title: 'Size' }],
        sales_channels: [{ id: store.default_sales_channel_id }],
        variants: variants ?? made,
        ...over,
      }),
    )
    product.variants.sort((a: Json, b: Json) => (a.title < b.title ? -1 : 1))
    return product
  }

  /** The only variant of a product. */
  const variant = async (over?: Over): Promise<Json> => (await product(over)).variants[0]

  /** A product that is sold in one region only, at its kind of price: with tax where the region has that. */
  const regionalVariant = (region: Json, amount: number, over: Over = {}): Promise<Json> =>
    variant({ variants: [variantOf([{ region_id: region.id, amount }], 0, 100)], ...over })

  async function shippingOption(region: Json, over: Over = {}): Promise<Json> {
    const body = {
      name: unique('Shipping'),
      region_id: region.id,
      provider_id: 'manual',
      data: { id: over.is_return ? 'manual-fulfillment-return' : 'manual-fulfillment' },
      price_type: 'flat_rate',
      amount: 500,
      ...over,
    }
    return (await expectSuccess(shop.admin.post('/admin/shipping-options', body))).shipping_option
  }

  async function discount(region: Json, rule: Over = {}, over: Over = {}): Promise<Json> {
    const body = {
      code: unique('CODE').replace(' ', ''),
      rule: { type: 'percentage', value: 10, allocation: 'total', ...rule },
      regions: [region.id],
      ...over,
    }
    return (await expectSuccess(shop.admin.post('/admin/discounts', body))).discount
  }

  async function giftCard(region: Json, value: number, over: Over = {}): Promise<Json> {
    return (await expectSuccess(shop.admin.post('/admin/gift-cards', { region_id: region.id, value, ...over })))
      .gift_card
  }

  async function cart({ region: wanted, lines, by = shop }: CartOptions = {}): Promise<Json> {
    const { id: region_id } = wanted ?? (await region())
    const items = (lines ?? [[await variant(), 1] as const]).map(([{ id }, quantity]) => ({ variant_id: id, quantity }))
    return (await expectSuccess(by.post('/store/carts', { region_id, items }))).cart
  }

  /** A cart of which nothing is missing but its completion. */
  async function payableCart(wanted: CartOptions = {}): Promise<Json> {
    const { by = shop, email = `guest${++serial}@example.com`, discounts = [], gift_cards = [], option } = wanted
    const { id, region } = await cart(wanted)
    const address = addressIn(region)
    await expectSuccess(
      by.post(`/store/carts/${id}`, {
        email,
        shipping_address: address,
        billing_address: address,
        discounts: discounts.map((code) => ({ code })),
        gift_cards: gift_cards.map((code) => ({ code })),
      }),
    )
    if (option) await expectSuccess(by.post(`/store/carts/${id}/shipping-methods`, { option_id: option.id }))
    return (await expectSuccess(by.post(`/store/carts/${id}/payment-sessions`))).cart
  }

  /** What the completion of a payable cart answers. */
  async function order(wanted: CartOptions = {}): Promise<Json> {
    const { id } = await payableCart(wanted)
    return (await expectSuccess((wanted.by ?? shop).post(`/store/carts/${id}/complete`))).data
  }

  /** Somebody with an account who is logged in. */
  async function customer(): Promise<Caller & { id: string; email: string }> {
    const em = shop.orm.em.fork()
    const { id, email } = em.create(Customer, { email: `customer${++serial}@example.com`, has_account: true })
    await em.flush()
    const session = em.create(Session, { customer_id: id, expires_at: new Date(Date.now() + 60_000) })
    await em.flush()
    const cookie = await sealData({ id: session.id }, { password: SESSION_SECRET })
    return { id, email, ...shop.as({ cookie: `connect.sid=${cookie}` }) }
  }

  return {
    region,
    product,
    variant,
    regionalVariant,
    shippingOption,
    discount,
    giftCard,
    cart,
    payableCart,
    order,
    customer,
  }
}

/** An address in a region. */
export const addressIn = ({ countries }: Json) => ({
  first_name: 'Ada',
  last_name: 'Byron',
  address_1: 'Main Street 1',
  city: 'Town',
  postal_code: '1000',
  country_code: countries[0].iso_2,
})

const variantOf = (prices: object[], rank: number, stock: unknown) => ({
  title: `V${rank}`,
  inventory_quantity: stock,
  prices,
  options: [{ value: `V${rank}` }],
})

async function freeCountries({ orm }: Pick<TestShop, 'orm'>, count: number): Promise<string[]> {
  const sql = 'select iso_2 from country where region_id is null order by iso_2 limit ?'
  const rows = await orm.em.fork().execute<{ iso_2: string }[]>(sql, [count])
  return rows.map((row) => row.iso_2)
}

/** The body of an answer. What a test takes for granted has to succeed. */
export async function expectSuccess(reply: Promise<Reply>): Promise<Json> {
  const { status, text, body } = await reply
  if (status !== 200) throw new Error(`${status} ${text}`)
  return body
}
