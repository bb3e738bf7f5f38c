import { randomBytes } from 'node:crypto'
import { now } from '#entities/values/clock.ts'
import { demoPeople, emailOf, type PersonName, personNames } from './data/people.ts'
import type { DemoCallers, Outputs } from './demo-callers.ts'
import { GIFT_CARD_OF_ORDER, idOf } from './furnish-market.ts'

type Admin = DemoCallers['admin']

const DAY = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(now().getTime() + days * DAY)

const GROUPS = ['Regulars', 'Wholesale', 'Newsletter'] as const

/** Adds the customers with accounts, and their groups. Returns the id of each group by its name. */
export async function addCustomers(admin: Admin): Promise<Map<string, string>> {
  const groups = new Map<string, string>()
  for (const name of GROUPS) groups.set(name, (await admin.customerGroups.create({ name })).customer_group.id)
  const accounts = personNames.filter((name) => demoPeople[name].hasAccount)
  await Promise.all(accounts.map((name) => addAccount(admin, name, groups)))
  return groups
}

async function addAccount(admin: Admin, name: PersonName, groups: ReadonlyMap<string, string>): Promise<void> {
  const { first_name, last_name, phone = null, groups: names = [] } = demoPeople[name]
  const password = randomBytes(24).toString('base64url')
  const { customer } = await admin.customers.create({ first_name, last_name, phone, email: emailOf(name), password })
  for (const group of names) {
    const id = groups.get(group) ?? ''
    await admin.customerGroups.addCustomers({ id, customer_ids: [{ id: customer.id }] })
  }
}

/** Adds discounts with conditions, gift cards and price lists. */
export async function addPromotions(admin: Admin, groups: ReadonlyMap<string, string>): Promise<void> {
  const shop = { admin, groups, ...(await readCatalogue(admin)) }
  await openDiscountsEverywhere(shop)
  await addDiscounts(shop)
  await addGiftCards(shop)
  await addPriceLists(shop)
}

type Product = Outputs['admin']['products']['list']['products'][number]

interface Catalogue {
  products: Product[]
  regions: Outputs['admin']['regions']['list']['regions']
  collections: Outputs['admin']['collections']['list']['collections']
  tags: Outputs['admin']['productTags']['list']['product_tags']
}

type Shop = Catalogue & { admin: Admin; groups: ReadonlyMap<string, string> }

async function readCatalogue(admin: Admin): Promise<Catalogue> {
  const { products } = await admin.products.list({ limit: 100 })
  const { regions } = await admin.regions.list({})
  const { collections } = await admin.collections.list({})
  const { product_tags: tags } = await admin.productTags.list({})
  return { products, regions, collections, tags }
}

/** The discounts of the catalogue exist in its two regions only. */
async function openDiscountsEverywhere({ admin, regions }: Shop): Promise<void> {
  for (const code of ['WELCOME10', 'FREESHIP']) {
    const { discount } = await admin.discounts.getByCode({ code })
    await admin.discounts.update({ id: discount.id, regions: regions.map(({ id }) => id) })
  }
}

async function addDiscounts({ admin, groups, regions, collections, tags }: Shop): Promise<void> {
  const everywhere = regions.map(({ id }) => id)
  const kitchen = idOf(collections.find(({ title }) => title === 'Kitchen & Table'))
  const linen = idOf(tags.find(({ value }) => value === 'Linen'))
  const percentage = (value: number, description: string) => ({ type: 'percentage', value, description }) as const
  await admin.discounts.create({
    ...{ code: 'REGULARS15', regions: everywhere },
    rule: {
      ...percentage(15, '15 % for regular customers'),
      allocation: 'total',
      conditions: [{ operator: 'in', customer_groups: [groups.get('Regulars') ?? ''] }],
    },
  })
  await admin.discounts.create({
    ...{ code: 'KITCHEN20', regions: everywhere, usage_limit: 100, ends_at: inDays(30) },
    rule: {
      ...percentage(20, '20 % on kitchen and table'),
      allocation: 'item',
      conditions: [{ operator: 'in', product_collections: [kitchen] }],
    },
  })
  await admin.discounts.create({
    ...{ code: 'LINEN', regions: everywhere, starts_at: inDays(14), ends_at: inDays(28) },
    rule: {
      ...percentage(25, '25 % on linen, from next month'),
      allocation: 'item',
      conditions: [{ operator: 'in', product_tags: [linen] }],
    },
  })
  await admin.discounts.create({
    ...{ code: 'AUTUMN', regions: everywhere, is_disabled: true },
    rule: { ...percentage(12, 'Ended with the autumn'), allocation: 'total' },
  })
  const friends = await admin.discounts.create({
    ...{ code: 'FRIENDS', regions: everywhere, is_dynamic: true, valid_duration: 'P30D' },
    rule: { ...percentage(10, '10 % for friends of customers'), allocation: 'total' },
  })
  for (const code of ['FRIENDS-CLARA', 'FRIENDS-JONAS', 'FRIENDS-GRACE'])
    await admin.discounts.createDynamicCode({ id: friends.discount.id, code, usage_limit: 3 })
}

async function addGiftCards({ admin, regions }: Shop): Promise<void> {
  const region_id = idOf(regions.find(({ name }) => name === 'Europe'))
  await admin.giftCards.create({ value: GIFT_CARD_OF_ORDER, region_id, metadata: { reason: 'A present for Luca' } })
  await admin.giftCards.create({ value: 2500, region_id, ends_at: inDays(365) })
  await admin.giftCards.create({
    value: 10_000,
    region_id,
    is_disabled: true,
    metadata: { reason: 'Lost by the customer' },
  })
}

async function addPriceLists({ admin, groups, products }: Shop): Promise<void> {
  const reduced = (handles: readonly string[], factor: number) => pricesOf(products, handles, factor)
  await admin.priceLists.create({
    ...{
      name: 'Winter sale',
      description: 'Last items of the season',
      type: 'sale',
      status: 'active',
      ends_at: inDays(21),
    },
    prices: reduced(['canvas-chore-jacket', 'picnic-blanket', 'wool-hiking-socks'], 0.8),
  })
  await admin.priceLists.create({
    ...{ name: 'Wholesale', description: 'For cafés and shops', type: 'override', status: 'active' },
    customer_groups: [{ id: groups.get('Wholesale') ?? '' }],
    prices: reduced(['stoneware-mug', 'house-blend-coffee', 'wildflower-honey', 'linen-tea-towels'], 0.7),
  })
  await admin.priceLists.create({
    ...{ name: 'Spring', description: 'Begins in six weeks', type: 'sale', status: 'draft' },
    ...{ starts_at: inDays(42), ends_at: inDays(70) },
    prices: reduced(['washed-linen-shirt', 'linen-tea-towels'], 0.85),
  })
}

function pricesOf(products: readonly Product[], handles: readonly string[], factor: number) {
  const variants = products
    .filter(({ handle }) => handle && handles.includes(handle))
    .flatMap((product) => product.variants ?? [])
  return variants.flatMap(({ id, prices = [] }) =>
    prices.map(({ currency_code, amount }) => ({
      ...{ variant_id: id, currency_code },
      amount: Math.round((amount * factor) / 50) * 50,
    })),
  )
}
