import { Connection } from '../../../bench/connection.ts'
import { type BenchShop, type Login, setUpShop } from '../../../bench/shop.ts'
import { addLevels, prepareLocations } from '../../../bench/stock.ts'
import { replyOf } from '../../support/reply.ts'
import type { AnyBody } from '../../support/resources.ts'

export interface Reply<Body = AnyBody> {
  status: number
  body: Body
}

/** The parts of a reply that a race checks. */
export interface Outcome {
  status: number
  body: { type?: string; message?: string; wrong?: readonly string[]; data?: unknown; path?: string; body?: object }
}

interface RaceProductOptions {
  variant_id: string
  discounts?: { code: string }[]
  gift_cards?: { code: string }[]
}

export type Administrator = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Reply>

export interface RaceShop {
  region: BenchShop['region']
  option: BenchShop['option']
  /** Uses the servers in turn. Does not throw for error responses. */
  post<Body = AnyBody>(path: string, body?: object): Promise<Reply<Body>>
  administrators(count: number): Promise<Administrator[]>
  /** With inventory, spreads the units of a new variant over three locations. */
  addStock(variant_id: string, quantity: number): Promise<void>
  /** A variant with the price 1000 without and 1200 with tax. */
  variant(stock: number): Promise<{ id: string }>
  discount(usage_limit: number): Promise<{ id: string; code: string }>
  giftCard(value: number): Promise<{ id: string; code: string }>
  payableCarts(count: number, options: RaceProductOptions): Promise<string[]>
}

export async function openRaceShop(servers: readonly Login[]): Promise<RaceShop> {
  const [first] = servers as [Login]
  const { region, option } = await setUpShop(first)
  const admin = new Connection(first.url)
  await admin.logIn(first.email, first.password)
  await admin.post(`/admin/regions/${region.id}`, { gift_cards_taxable: false })
  const { store } = await admin.get<AnyBody>('/admin/store')
  const locations = await prepareLocations(admin, 3)
  const addStock = (variant_id: string, quantity: number) => addLevels(admin, { variant_id, quantity, locations })
  let sent = 0
  const post = async <Body>(path: string, body?: object): Promise<Reply<Body>> => {
    const { url } = servers[sent++ % servers.length] as Login
    return ask(url + path, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body ?? {}) })
  }
  const done = async (path: string, body?: object): Promise<AnyBody> => {
    const reply = await post<AnyBody>(path, body)
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  let nameCount = 0
  const name = (word: string) => `${word}${++nameCount}`

  const payableCart = async ({ variant_id, ...rest }: RaceProductOptions): Promise<string> => {
    const items = [{ variant_id, quantity: 1 }]
    const { cart } = await done('/store/carts', { region_id: region.id, items })
    await done(`/store/carts/${cart.id}`, { email: `${name('buyer')}@example.com`, ...rest })
    await done(`/store/carts/${cart.id}/shipping-methods`, { option_id: option.id })
    await done(`/store/carts/${cart.id}/payment-sessions`)
    return cart.id
  }
  return {
    region,
    option,
    post,
    addStock,
    async administrators(count) {
      const each = await Promise.all(
        servers.map(async ({ url }) => administratorAt(url, await logIn({ ...first, url }))),
      )
      return Array.from({ length: count }, (_, i) => each[i % each.length] as Administrator)
    },
    async variant(stock) {
      const { product } = await admin.post<AnyBody>('/admin/products', {
        title: name('Race'),
        status: 'published',
        options: [{ title: 'Size' }],
        sales_channels: [{ id: store.default_sales_channel_id }],
        variants: [
          {
            title: 'One size',
            inventory_quantity: stock,
            prices: [{ currency_code: 'eur', amount: 1000 }],
            options: [{ value: 'One size' }],
          },
        ],
      })
      const [variant] = product.variants
      await addStock(variant.id, stock)
      return variant
    },
    async discount(usage_limit) {
      const rule = { type: 'percentage', value: 10, allocation: 'total' }
      const body = {
        code: name('RACE'),
        is_dynamic: false,
        is_disabled: false,
        rule,
        regions: [region.id],
        usage_limit,
      }
      return (await admin.post<AnyBody>('/admin/discounts', body)).discount
    },
    async giftCard(value) {
      return (await admin.post<AnyBody>('/admin/gift-cards', { region_id: region.id, value })).gift_card
    },
    async payableCarts(count, options) {
      const ids: string[] = []
      // Not all at the same time, because the race starts later.
      while (ids.length < count) {
        const few = Array.from({ length: Math.min(8, count - ids.length) }, () => payableCart(options))
        ids.push(...(await Promise.all(few)))
      }
      return ids
    },
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }
const BEHIND_TLS = { ...JSON_TYPE, 'x-forwarded-proto': 'https' }

async function ask<Body = AnyBody>(url: string, request: RequestInit): Promise<Reply<Body>> {
  const { status, body } = await replyOf<Body>(await fetch(url, request))
  return { status, body }
}

/**
 * Returns the cookie of an administrator. Administrators share one for each server, because logins are rate limited.
 */
export async function logIn({ url, email, password }: Login): Promise<string> {
  const answer = await fetch(`${url}/admin/auth`, {
    method: 'POST',
    headers: BEHIND_TLS,
    body: JSON.stringify({ email, password }),
  })
  const [cookie] = answer.headers.getSetCookie()
  if (answer.status !== 200 || !cookie)
    throw new Error(`The login was answered ${answer.status}: ${await answer.text()}`)
  return cookie.split(';')[0] as string
}

const administratorAt =
  (url: string, cookie: string): Administrator =>
  (method, path, body) =>
    ask(url + path, {
      method,
      headers: { ...BEHIND_TLS, cookie },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    })
