import { furtherChannels, furtherRegions, reducedRates, returnReasons } from './data/market.ts'
import { demoPeople, emailOf, type PersonName } from './data/people.ts'
import type { DemoCallers } from './demo-callers.ts'

/** Finds the rows of the demo shop by their names. Each method throws if there is no such row. */
export interface DemoMarket {
  regionOf(country_code: string): string
  optionOf(region_id: string, name: string): string
  /** Default: the default sales channel. */
  channelId(name?: string): string
  variantId(sku: string): string
  /** Undefined for a guest. */
  customerIdOf(name: PersonName): string | undefined
  returnReasonId: string
  giftCardCode: string
}

type Admin = DemoCallers['admin']

/** Adds regions with their shipping options and tax rates, sales channels and return reasons. */
export async function furnishMarket(admin: Admin): Promise<void> {
  const { shipping_profiles } = await admin.shippingProfiles.list()
  const profileOf = (type: string) => idOf(shipping_profiles.find((profile) => profile.type === type))
  for (const region of furtherRegions)
    await addRegion(admin, region, { goods: profileOf('default'), giftCards: profileOf('gift_card') })
  await addTaxRates(admin)
  for (const channel of furtherChannels) await addChannel(admin, channel)
  await addReturnReasons(admin)
}

/** A payment provider that moves no money. A plugin can provide it. */
export const TEST_PROVIDER = 'test'

/** Lets customers of all regions pay with the test provider. The earlier orders have another one. */
export async function offerTestPayment(admin: Admin): Promise<void> {
  const { regions } = await admin.regions.list({})
  for (const { id, payment_providers = [] } of regions)
    await admin.regions.update({ id, payment_providers: [TEST_PROVIDER, ...payment_providers.map((one) => one.id)] })
}

interface Profiles {
  goods: string
  giftCards: string
}

async function addRegion(
  admin: Admin,
  demo: (typeof furtherRegions)[number],
  { goods, giftCards }: Profiles,
): Promise<void> {
  const { standard, express, freeFrom, giveBack, factor: _factor, countries, ...facts } = demo
  await admin.store.addCurrency({ code: demo.currency_code })
  const providers = { payment_providers: ['manual'], fulfillment_providers: ['manual'] }
  const { region } = await admin.regions.create({ ...facts, ...providers, countries: [...countries] })
  const usual = {
    region_id: region.id,
    provider_id: 'manual',
    price_type: 'flat_rate',
    profile_id: goods,
    data: { id: 'manual-fulfillment' },
  } as const
  const requirements = [{ type: 'min_subtotal', amount: freeFrom } as const]
  const back = { data: { id: 'manual-fulfillment-return', is_return: true }, is_return: true }
  await admin.shippingOptions.create({ ...usual, name: 'Standard', amount: standard })
  await admin.shippingOptions.create({ ...usual, name: 'Express', amount: express })
  await admin.shippingOptions.create({ ...usual, name: 'Free of charge', amount: 0, requirements })
  await admin.shippingOptions.create({ ...usual, name: 'By e-mail', amount: 0, profile_id: giftCards })
  await admin.shippingOptions.create({ ...usual, name: 'Return by mail', amount: giveBack, ...back })
}

async function addTaxRates(admin: Admin): Promise<void> {
  const { regions } = await admin.regions.list({})
  const { types } = await admin.products.listTypes()
  for (const { region, type, ...rate } of reducedRates)
    await admin.taxRates.create({
      ...{ ...rate, region_id: idOf(regions.find(({ name }) => name === region)) },
      product_types: [idOf(types.find(({ value }) => value === type))],
    })
}

async function addChannel(admin: Admin, channel: (typeof furtherChannels)[number]): Promise<void> {
  const { sales_channel } = await admin.salesChannels.create(channel)
  const { products } = await admin.products.list({ limit: 100, fields: 'id', expand: '' })
  await admin.salesChannels.addProducts({ id: sales_channel.id, product_ids: products.map(({ id }) => ({ id })) })
  const { publishable_api_key: key } = await admin.publishableApiKeys.create({ title: channel.name })
  await admin.publishableApiKeys.addSalesChannels({ id: key.id, sales_channel_ids: [{ id: sales_channel.id }] })
}

async function addReturnReasons(admin: Admin): Promise<void> {
  const ids = new Map<string, string>()
  for (const { parent, ...reason } of returnReasons) {
    const parent_return_reason_id = parent ? ids.get(parent) : undefined
    const { return_reason } = await admin.returnReasons.create({ ...reason, parent_return_reason_id })
    ids.set(reason.value, return_reason.id)
  }
}

/** Reads the rows that orders refer to. */
export async function readMarket(admin: Admin): Promise<DemoMarket> {
  const { regions } = await admin.regions.list({})
  const { shipping_options } = await admin.shippingOptions.list({ limit: 100 })
  const { sales_channels } = await admin.salesChannels.list({})
  const { variants } = await admin.variants.list({ limit: 200, fields: 'sku', expand: '' })
  const { customers } = await admin.customers.list({ limit: 100 })
  const { return_reasons } = await admin.returnReasons.list()
  const { gift_cards } = await admin.giftCards.list({})
  const { store } = await admin.store.get()
  return {
    regionOf: (country) => idOf(regions.find(({ countries }) => countries?.some(({ iso_2 }) => iso_2 === country))),
    optionOf: (region_id, name) =>
      idOf(shipping_options.find((option) => option.region_id === region_id && option.name === name)),
    channelId: (name) =>
      name ? idOf(sales_channels.find((channel) => channel.name === name)) : (store.default_sales_channel_id ?? ''),
    variantId: (sku) =>
      idOf(
        variants.find((variant) => variant.sku === sku),
        sku,
      ),
    customerIdOf: (name) => customers.find(({ email }) => email === emailOf(name) && demoPeople[name].hasAccount)?.id,
    returnReasonId: idOf(return_reasons.find(({ value }) => value === 'other')),
    giftCardCode: gift_cards.find(({ value }) => value === GIFT_CARD_OF_ORDER)?.code ?? '',
  }
}

/** The value of the gift card that pays for a demo order. */
export const GIFT_CARD_OF_ORDER = 7500

export function idOf(row: { id?: string | null | undefined } | undefined, name = 'row'): string {
  if (!row?.id) throw new Error(`The demo shop lacks a row: ${name}`)
  return row.id
}
