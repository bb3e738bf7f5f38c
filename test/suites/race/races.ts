import { prepareAfterSaleRace } from './after-sale/after-sale.ts'
import { catalogueChanges } from './catalogue/catalogue.ts'
import type { Query } from './race.ts'
import type { Outcome, RaceShop } from './shop.ts'

/** The requests that all buyers send at the same time, and the check afterwards. */
export interface PreparedRace {
  requests: (() => Promise<Outcome | Outcome[]>)[]
  check(replies: readonly Outcome[]): Promise<string[]>
}

export interface RaceContext {
  shop: RaceShop
  buyers: number
  query: Query
  turns: number
}

export const RACES: Record<string, (entry: RaceContext) => Promise<PreparedRace>> = {
  async 'the last item in stock'({ shop, buyers, query }) {
    const { id } = await shop.variant(1)
    const carts = await shop.payableCarts(buyers, { variant_id: id })
    return {
      requests: carts.map((cart) => () => complete(shop, cart)),
      check: async (replies) => [
        ...expected('orders', ordersIn(replies).length, 1),
        ...expected('rejections for insufficient stock', withStatus(replies, 409), buyers - 1),
        ...expected(
          'pieces left',
          await one(query, 'select inventory_quantity from product_variant where id = $1', id),
          0,
        ),
        ...expected('pieces ordered', await one(query, PIECES_ORDERED, id), 1),
      ],
    }
  },

  async 'the last units at three locations'({ shop, buyers, query }) {
    const stock = Math.ceil(buyers / 2)
    const { id } = await shop.variant(stock)
    const carts = await shop.payableCarts(buyers, { variant_id: id })
    return {
      requests: carts.map((cart) => () => complete(shop, cart)),
      check: async (replies) => [
        ...expected('orders', ordersIn(replies).length, stock),
        ...expected('rejections for insufficient stock', withStatus(replies, 409), buyers - stock),
        ...expected('units ordered', await one(query, PIECES_ORDERED, id), stock),
      ],
    }
  },

  async 'the last use of a code'({ shop, buyers, query }) {
    const { id: variant_id } = await shop.variant(buyers)
    const { id, code } = await shop.discount(1)
    const carts = await shop.payableCarts(buyers, { variant_id, discounts: [{ code }] })
    return {
      requests: carts.map((cart) => () => complete(shop, cart)),
      check: async (replies) => [
        ...expected('orders', ordersIn(replies).length, 1),
        ...expected('rejections of the code', withStatus(replies, 400), buyers - 1),
        ...expected('uses', await one(query, 'select usage_count from discount where id = $1', id), 1),
      ],
    }
  },

  async 'the money of a gift card'({ shop, buyers, query }) {
    const { id: variant_id } = await shop.variant(buyers)
    const { id, code } = await shop.giftCard(700)
    const carts = await shop.payableCarts(buyers, { variant_id, gift_cards: [{ code }] })
    return {
      requests: carts.map((cart) => () => complete(shop, cart)),
      check: async (replies) => [
        ...expected('answers other than 200', buyers - withStatus(replies, 200), 0),
        ...expected('orders', ordersIn(replies).length, 1),
        ...expected('left on the card', await one(query, 'select balance::int from gift_card where id = $1', id), 0),
        ...expected('orders not paid in full', await one(query, NOT_PAID_IN_FULL, id), 0),
      ],
    }
  },

  async 'the completion of one cart'({ shop, buyers, query }) {
    const { id: variant_id } = await shop.variant(buyers)
    const [cart = ''] = await shop.payableCarts(1, { variant_id })
    return {
      requests: Array.from({ length: buyers }, () => () => complete(shop, cart)),
      check: async (replies) => [
        ...expected('answers with an order', ordersIn(replies).length, buyers),
        ...expected('different answers', new Set(replies.map(({ body }) => JSON.stringify(body))).size, 1),
        ...expected('orders', await one(query, 'select count(*)::int from "order" where cart_id = $1', cart), 1),
        ...expected('pieces ordered', await one(query, PIECES_ORDERED, variant_id), 1),
      ],
    }
  },

  async 'the same line of one cart'({ shop, buyers, query }) {
    const { id: variant_id } = await shop.variant(buyers)
    const { body } = await shop.post('/store/carts', { region_id: shop.region.id })
    const { id } = body.cart
    return {
      requests: Array.from({ length: buyers }, () => {
        return () => shop.post(`/store/carts/${id}/line-items`, { variant_id, quantity: 1 })
      }),
      check: async () => [
        ...expected('lines', await one(query, 'select count(*)::int from line_item where cart_id = $1', id), 1),
        ...expected(
          'pieces',
          await one(query, 'select sum(quantity)::int from line_item where cart_id = $1', id),
          buyers,
        ),
      ],
    }
  },

  async 'the payment session of one cart'({ shop, buyers, query }) {
    const { id: variant_id } = await shop.variant(1)
    const { body } = await shop.post('/store/carts', {
      region_id: shop.region.id,
      items: [{ variant_id, quantity: 1 }],
    })
    const at = `/store/carts/${body.cart.id}`
    const ways = [() => shop.post(`${at}/payment-sessions`), () => shop.post(`${at}/payment-sessions/manual/refresh`)]
    return {
      requests: Array.from({ length: buyers }, (_, i) => ways[i % ways.length] as () => Promise<Outcome>),
      check: async (replies) => [
        ...expected('answers other than 200', buyers - withStatus(replies, 200), 0),
        ...expected('sessions', await one(query, SESSIONS, body.cart.id), 1),
        ...expected('selected sessions', await one(query, `${SESSIONS} and is_selected`, body.cart.id), 1),
      ],
    }
  },

  'the catalogue changes during completion': catalogueChanges,

  'operations after the sale': prepareAfterSaleRace,
}

const PIECES_ORDERED =
  'select coalesce(sum(quantity), 0)::int from line_item where variant_id = $1 and order_id is not null'
const NOT_PAID_IN_FULL = `
  select count(*)::int from order_gift_cards l join "order" o on o.id = l.order_id
  where l.gift_card_id = $1 and
    1200 + coalesce((select round(sum(price) * 1.2) from shipping_method where order_id = o.id), 0) <>
    coalesce((select sum(amount) from payment where order_id = o.id), 0) +
    coalesce((select sum(amount) from gift_card_transaction where order_id = o.id), 0)`
const SESSIONS = 'select count(*)::int from payment_session where cart_id = $1'

const complete = (shop: RaceShop, cart: string) => shop.post(`/store/carts/${cart}/complete`)

const ordersIn = (replies: readonly Outcome[]): Outcome[] => replies.filter(({ body }) => body.type === 'order')

const withStatus = (replies: readonly Outcome[], expectedStatus: number): number =>
  replies.filter(({ status }) => status === expectedStatus).length

const expected = (what: string, found: unknown, count: number): string[] =>
  found === count ? [] : [`${what}: ${found} instead of ${count}`]

async function one(query: Query, sql: string, parameter: string): Promise<unknown> {
  const [row] = await query(sql, [parameter])
  return row && Object.values(row)[0]
}
