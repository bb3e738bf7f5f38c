import { createShopClient } from '#client/index.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { hashPassword } from '#entities/people/credentials/password.ts'
import type { Field } from '#entities/platform/field/field.ts'
import { valueSchemaOf } from '#entities/platform/field/value-schema.ts'
import { addUser, issueApiToken } from '#server/database/administrator.ts'
import type { Shop } from '#server/process/define-shop.ts'
import { type TestItem, variantIds } from '../add-cart.ts'
import { type AddedCustomer, addCustomer } from '../add-customer.ts'
import { preparedDatabase } from '../prepared-database.ts'
import { type RunningShop, runShop } from '../run-shop.ts'
import type { Headers } from './call.ts'
import { explainRefusal } from './explain-refusal.ts'
import type { Sample, Samples, Subject } from './subject.ts'

/** The callers of the promises. Their credentials are valid in each copy of the database. */
export interface Callers {
  administrator: Headers
  customer: Headers
  otherCustomer: Headers
  stranger: Headers
  /** An API key without a scope of the plugin. */
  otherKey: Headers
  /** A user whose role has no scope of the plugin. */
  otherRole: Headers
}

export type CallerName = keyof Callers

/** A database with orders and carts of two customers. */
export interface SampleDatabase {
  name: string
  callers: Callers
  samples: Samples
  token: string
}

const databases = new WeakMap<Shop, Map<string, Promise<SampleDatabase>>>()

/** Plugins of a shop with the same environment share a database, except with `addCart`. */
export function sampleDatabaseOf(subject: Subject): Promise<SampleDatabase> {
  if (!subject.hasUsualCarts) return createSampleDatabase(subject)
  const ofShop = databases.get(subject.shop) ?? new Map<string, Promise<SampleDatabase>>()
  const environment = JSON.stringify(subject.env)
  const database = ofShop.get(environment) ?? createSampleDatabase(subject)
  databases.set(subject.shop, ofShop.set(environment, database))
  return database
}

async function createSampleDatabase(subject: Subject): Promise<SampleDatabase> {
  const { parts } = subject
  const { name, token } = await preparedDatabase(subject.shop, parts)
  const shop = await runShop(parts, name, { logger: subject.faults.logger })
  const { admin } = createShopClient({ url: shop.urls[0], token })
  const scopes = ['read:returnReasons.*']
  const { secret } = await admin.apiKeys.create.mutate({ name: 'Other', scopes })
  const { role } = await admin.roles.create.mutate({ name: 'Other', scopes })
  const { email } = await addUser(shop.orm, { email: 'other.role@example.com', role: role.name })
  const tokenOfRole = await issueApiToken(shop.orm, email)
  await admin.webhooks.create.mutate({ url: 'https://example.com/hook', events: ['order.placed'] })
  const password_hash = await hashPassword('the password of a customer')
  const customer = await addCustomer(shop.orm, { password_hash })
  const otherCustomer = await addCustomer(shop.orm, { password_hash })
  const callers = {
    administrator: { authorization: `Bearer ${token}` },
    customer: customer.headers,
    otherCustomer: otherCustomer.headers,
    stranger: {},
    otherKey: { authorization: `Bearer ${secret}` },
    otherRole: { authorization: `Bearer ${tokenOfRole}` },
  }
  const samples = {
    customer: await buy({ subject, shop, token }, customer),
    otherCustomer: await buy({ subject, shop, token }, otherCustomer),
  }
  await shop.runJobs()
  return { name: await shop.stop(), callers, samples, token }
}

const ORDERS = 2
const LINES = 3

interface Market {
  subject: Subject
  shop: RunningShop
  token: string
}

/** Buys several products. Each line has values in the fields of the plugins. */
async function buy({ subject, shop, token }: Market, customer: AddedCustomer): Promise<Sample> {
  const { store } = createShopClient({ url: shop.urls[0] })
  const variant_ids = await variantIds(store, ORDERS * LINES)
  const values = Object.assign({}, ...subject.shop.plugins.map(({ fields }) => storeFields(fields?.line_item)))
  const lines: TestItem[] = variant_ids.map((variant_id) => ({ ...values, variant_id, quantity: 1 }))
  const addCart = (items: readonly TestItem[]) => subject.addCart(shop, token, { customer, items })
  const order_ids: string[] = []
  for (let i = 0; i < ORDERS; i++) {
    const place = async () => (await addCart(lines.slice(i * LINES, (i + 1) * LINES))).complete()
    order_ids.push((await explainRefusal(place())).order.id)
  }
  const { id: cart_id } = await explainRefusal(addCart(lines.slice(0, 1)))
  const variants = await shop.orm.em.fork().find(ProductVariant, { id: { $in: variant_ids } })
  const product_ids = variants.map(({ product_id }) => product_id)
  return { customer_id: customer.id, cart_id, order_ids, variant_ids, product_ids }
}

/** A value for each field that the store can write. */
const storeFields = (fields: Readonly<Record<string, Field>> = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { writableBy }]) => writableBy.includes('store'))
      .map(([name, field]) => [name, sampleValue(field)]),
  )

/** A field can refuse the value by its pattern, its schema or its function. Then the line does not set it. */
function sampleValue(field: Field): unknown {
  const { success } = valueSchemaOf(field).safeParse(likelyValue(field))
  return success ? likelyValue(field) : undefined
}

/** Returns undefined for a relation and a file, because each database has other rows. */
function likelyValue({ type, rules }: Field): unknown {
  const { min = 1, max = min, element, example, maxLength, values } = rules
  const number = Math.max(min, Math.min(1, max))
  switch (type) {
    case 'text':
      return example ?? 'A text'.slice(0, maxLength)
    case 'enum':
      return values[0]
    case 'integer':
    case 'money':
      return Math.ceil(number)
    case 'number':
      return number
    case 'boolean':
      return true
    case 'date':
      return '2026-12-24'
    case 'datetime':
      return new Date()
    case 'list':
      return element ? [likelyValue(element)] : []
    case 'json':
      return {}
    case 'relation':
    case 'file':
      return undefined
  }
}
