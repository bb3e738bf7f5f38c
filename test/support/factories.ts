import { Customer } from '#entities/people/customer/customer.ts'
import { type AddedCustomer, addCustomer } from '#server/testing/add-customer.ts'
import type { CartOptions } from './cart-options.ts'
import { expectSuccess } from './expect-success.ts'
import { orderStates } from './order-states.ts'
import type { Reply } from './reply.ts'
import type { Completion, Identified, Order, Region } from './resources.ts'
import type { Caller, TestShop } from './shop.ts'

export type { CartOptions } from './cart-options.ts'
export { expectSuccess } from './expect-success.ts'

type Overrides = Record<string, unknown>

export type Given = ReturnType<typeof factories>

export function factories(shop: Pick<TestShop, 'orm' | 'as' | 'admin'> & Caller) {
  let serial = 0
  const unique = (word: string) => `${word} ${++serial}`

  async function region({ gift_cards_taxable, automatic_taxes, countries = 1, ...overrides }: Overrides = {}) {
    const currency_code = overrides.currency_code ?? 'eur'
    // Ignores the error if the store has the currency already.
    await shop.admin.post(`/admin/store/currencies/${currency_code}`)
    const { region } = await expectSuccess(
      shop.admin.post('/admin/regions', {
        name: unique('Region'),
        currency_code,
        tax_rate: 20,
        payment_providers: ['manual'],
        fulfillment_providers: ['manual'],
        countries: Array.isArray(countries) ? countries : await freeCountries(shop, countries as number),
        ...overrides,
      }),
    )
    const settings = { gift_cards_taxable, automatic_taxes }
    return (await expectSuccess(shop.admin.post(`/admin/regions/${region.id}`, settings))).region
  }

  /** Creates a published product with one variant for each of `prices`. */
  async function product({ prices = [1000], stock = 100, variants, ...overrides }: Overrides = {}) {
    const { store } = await expectSuccess(shop.admin.get('/admin/store'))
    const defaultVariants = (prices as number[]).map((amount, i) =>
      variantOf([{ currency_code: 'eur', amount }], i, stock),
    )
    const { product } = await expectSuccess(
      shop.admin.post('/admin/products', {
        title: unique('Product'),
        status: 'published',
        options: [{ title: 'Size' }],
        sales_channels: [{ id: store.default_sales_channel_id }],
        variants: variants ?? defaultVariants,
        ...overrides,
      }),
    )
    product.variants.sort((a, b) => (a.title < b.title ? -1 : 1))
    return product
  }

  const variant = async (overrides?: Overrides) => (await product(overrides)).variants[0]

  /** Creates a gift card product and returns its variant. Each sold unit becomes a gift card. */
  const giftCardProduct = (amount = 1000) =>
    variant({ is_giftcard: true, options: [{ title: 'Value' }], prices: [amount] })

  /** Creates a variant with a price in this region only. The price includes tax if the prices of the region do. */
  const regionalVariant = (region: Identified, amount: number, overrides: Overrides = {}) =>
    variant({ variants: [variantOf([{ region_id: region.id, amount }], 0, 100)], ...overrides })

  async function shippingOption(region: Identified, overrides: Overrides = {}) {
    const body = {
      name: unique('Shipping'),
      region_id: region.id,
      provider_id: 'manual',
      data: { id: overrides.is_return ? 'manual-fulfillment-return' : 'manual-fulfillment' },
      price_type: 'flat_rate',
      amount: 500,
      ...overrides,
    }
    return (await expectSuccess(shop.admin.post('/admin/shipping-options', body))).shipping_option
  }

  const freeOptions = new Map<string, ReturnType<typeof shippingOption>>()
  /** Returns the free shipping option of a region, which the first call creates. */
  const freeShippingOption = (region: Identified) => {
    const created = freeOptions.get(region.id) ?? shippingOption(region, { amount: 0 })
    freeOptions.set(region.id, created)
    return created
  }

  async function discount(region: Identified, rule: Overrides = {}, overrides: Overrides = {}) {
    const body = {
      code: unique('CODE').replace(' ', ''),
      rule: { type: 'percentage', value: 10, allocation: 'total', ...rule },
      regions: [region.id],
      ...overrides,
    }
    return (await expectSuccess(shop.admin.post('/admin/discounts', body))).discount
  }

  async function giftCard(region: Identified, value: number, overrides: Overrides = {}) {
    return (await expectSuccess(shop.admin.post('/admin/gift-cards', { region_id: region.id, value, ...overrides })))
      .gift_card
  }

  async function cart({ region: chosenRegion, lines, by = shop }: CartOptions = {}) {
    const { id: region_id } = chosenRegion ?? (await region())
    const items = (lines ?? [[await variant(), 1] as const]).map(([{ id }, quantity]) => ({ variant_id: id, quantity }))
    return (await expectSuccess(by.post('/store/carts', { region_id, items }))).cart
  }

  /** Creates a cart that can be completed. */
  async function payableCart(options: CartOptions = {}) {
    const { by = shop, email = `guest${++serial}@example.com`, discounts = [], gift_cards = [] } = options
    const { id, region } = await cart(options)
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
    const option = options.option === undefined ? await neededOption({ id, region }) : options.option
    if (option) await expectSuccess(by.post(`/store/carts/${id}/shipping-methods`, { option_id: option.id }))
    return (await expectSuccess(by.post(`/store/carts/${id}/payment-sessions`))).cart
  }

  async function neededOption({ id, region }: Identified & { region: Identified }) {
    const { shipping_options } = await expectSuccess(shop.get(`/store/shipping-options/${id}`))
    return shipping_options.length > 0 ? await freeShippingOption(region) : undefined
  }

  /** Chooses free shipping. A change of the lines removes the shipping of a cart. */
  async function chooseShipping({ id, region_id }: Identified & { region_id: string }) {
    const { id: option_id } = await freeShippingOption({ id: region_id })
    await expectSuccess(shop.post(`/store/carts/${id}/shipping-methods`, { option_id }))
  }

  async function order(options: CartOptions = {}) {
    return (await completedCart(options)).order
  }

  /** Returns a completed cart with its order. */
  async function completedCart(options: CartOptions = {}) {
    const cart = await payableCart(options)
    return { cart, order: await expectOrder((options.by ?? shop).post(`/store/carts/${cart.id}/complete`)) }
  }

  /** Creates customers without an account and returns their ids. */
  async function guests(count: number) {
    const em = shop.orm.em.fork()
    const emails = Array.from({ length: count }, () => `guest${++serial}@example.com`)
    const created = emails.map((email) => em.create(Customer, { email, has_account: false }))
    await em.flush()
    return created.map(({ id }) => ({ id }))
  }

  async function stock({ id }: Identified, inventory_quantity: number): Promise<void> {
    const { variant } = await expectSuccess(shop.admin.get(`/admin/variants/${id}`))
    const path = `/admin/products/${variant.product_id}/variants/${id}`
    await expectSuccess(shop.admin.post(path, { inventory_quantity }))
  }

  async function customer(): Promise<Caller & AddedCustomer> {
    const added = await addCustomer(shop.orm)
    return { ...added, ...shop.as(added.headers) }
  }

  return {
    region,
    product,
    variant,
    regionalVariant,
    giftCardProduct,
    shippingOption,
    freeShippingOption,
    discount,
    giftCard,
    cart,
    payableCart,
    chooseShipping,
    completedCart,
    order,
    ...orderStates(shop, { region, variant, freeShippingOption, order }),
    stock,
    guests,
    customer,
  }
}

export const addressIn = ({ countries }: Pick<Region, 'countries'>) => ({
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

export function orderIn(completion: Completion): Order {
  if (completion.type !== 'order') throw new Error(`The completion returned a ${completion.type}`)
  return completion.data
}

export async function expectOrder(reply: Promise<Reply<Completion>>): Promise<Order> {
  return orderIn(await expectSuccess(reply))
}
