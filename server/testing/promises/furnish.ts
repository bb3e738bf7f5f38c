import { createShopClient } from '#client/index.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { hashPassword } from '#entities/people/credentials/password.ts'
import type { Field } from '#entities/platform/field/field.ts'
import { type AddedCustomer, addCustomer } from '../add-customer.ts'
import { fillCart, placeOrder, variantIds } from '../place-order.ts'
import { preparedDatabase } from '../prepared-database.ts'
import { type RunningShop, runShop } from '../run-shop.ts'
import type { Headers } from './call.ts'
import { createRows } from './create-rows.ts'
import { pluginVocabulary } from './plugin-vocabulary.ts'
import type { Sample, Subject } from './subject.ts'

/** The callers of the promises. Their credentials are valid in each copy of the database. */
export interface Callers {
  administrator: Headers
  customer: Headers
  otherCustomer: Headers
  stranger: Headers
  /** An API key without a scope of the plugin. */
  otherKey: Headers
}

export type CallerName = keyof Callers

/** A database with orders, and with rows of the plugin, for two customers. */
export interface Furnished {
  name: string
  callers: Callers
  samples: { customer: Sample; otherCustomer: Sample }
}

const furnished = new WeakMap<Subject, Promise<Furnished>>()

export function furnish(subject: Subject): Promise<Furnished> {
  const known = furnished.get(subject) ?? createFurnished(subject)
  furnished.set(subject, known)
  return known
}

async function createFurnished(subject: Subject): Promise<Furnished> {
  const { name, token } = await preparedDatabase(subject.shop, subject.parts)
  const shop = await runShop(subject.parts, name)
  const { admin } = createShopClient({ url: shop.urls[0], token })
  const { secret } = await admin.apiKeys.create.mutate({ name: 'Other', scopes: ['read:returnReasons.*'] })
  await admin.webhooks.create.mutate({ url: 'https://example.com/hook', events: ['order.placed'] })
  const password_hash = await hashPassword('the password of a customer')
  const [customer, otherCustomer] = [
    await addCustomer(shop.orm, { password_hash }),
    await addCustomer(shop.orm, { password_hash }),
  ]
  const callers = {
    administrator: { authorization: `Bearer ${token}` },
    customer: customer.headers,
    otherCustomer: otherCustomer.headers,
    stranger: {},
    otherKey: { authorization: `Bearer ${secret}` },
  }
  const samples = {
    customer: await buy(shop, subject, customer),
    otherCustomer: await buy(shop, subject, otherCustomer),
  }
  await shop.runJobs()
  const vocabularyFor = (sample: Sample) => pluginVocabulary(shop.orm, subject, sample)
  await createRows({ subject, shop, callers, samples, vocabularyFor })
  await shop.runJobs()
  return { name: await shop.stop(), callers, samples }
}

const ORDERS = 2
const LINES = 3

/** The customer buys several products, with a value for each field that the store can write. */
async function buy({ urls: [url], orm }: RunningShop, { plugin }: Subject, customer: AddedCustomer): Promise<Sample> {
  const bought = (await variantIds(url, ORDERS * LINES)).map((variant_id) => ({
    ...storeFields(plugin.fields?.line_item),
    variant_id,
    quantity: 1,
  }))
  const order_ids: string[] = []
  for (let i = 0; i < ORDERS; i++) {
    const items = bought.slice(i * LINES, (i + 1) * LINES)
    order_ids.push((await placeOrder(url, { customer, items })).id)
  }
  const { id: cart_id } = await fillCart(url, { customer, items: bought.slice(0, 1) })
  const variant_ids = bought.map(({ variant_id }) => variant_id)
  const variants = await orm.em.fork().find(ProductVariant, { id: { $in: variant_ids } })
  return {
    customer_id: customer.id,
    cart_id,
    order_ids,
    variant_ids,
    product_ids: variants.map(({ product_id }) => product_id),
  }
}

/** A value for each field that the store can write. */
const storeFields = (fields: Readonly<Record<string, Field>> = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { writableBy }]) => writableBy.includes('store'))
      .map(([name, field]) => [name, sampleValue(field)]),
  )

function sampleValue({ type, maxLength }: Field): unknown {
  const values = { text: 'A text'.slice(0, maxLength), integer: 1, number: 1, boolean: true, datetime: new Date() }
  return values[type]
}
