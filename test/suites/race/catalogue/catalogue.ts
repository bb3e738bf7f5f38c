import type { AnyBody, Cart, Order } from '../../../support/resources.ts'
import type { PreparedRace, RaceContext } from '../races.ts'
import type { Administrator, Outcome, RaceShop, Reply } from '../shop.ts'
import { someChange } from './changes.ts'
import { type Catalogue, makeCatalogue } from './make-catalogue.ts'

const TRIES = 4

const ADMINISTRATORS = 3

/**
 * Administrators change prices, taxes, regions, shipping options, discounts and stock and delete products, while
 * customers complete their carts. An order has the totals that its cart showed, or its completion is rejected.
 */
export async function catalogueChanges({ shop, buyers, query, turns }: RaceContext): Promise<PreparedRace> {
  const administrators = await shop.administrators(ADMINISTRATORS)
  const catalogue = await makeCatalogue(shop, administrators[0] as Administrator, turns)
  const carts: string[] = []
  while (carts.length < buyers) carts.push(await fillCart(shop, catalogue, carts.length))
  let open = carts.length
  const buying = carts.map((cart) => async () => {
    try {
      return await buy(shop, cart)
    } finally {
      open -= 1
    }
  })
  const changing = administrators.map((administrator) => async () => {
    const replies: Outcome[] = []
    while (open > 0) replies.push(await change(administrator, catalogue))
    return replies
  })
  return {
    requests: [...buying, ...changing],
    check: async (replies) => [
      ...replies.flatMap(({ status, body }) => (status >= 500 ? [`answered ${status}: ${JSON.stringify(body)}`] : [])),
      ...replies.flatMap(({ body }) => body.wrong ?? []),
      ...(replies.some(({ body }) => body.type === 'order') ? [] : ['no customer got an order']),
      ...(await query(UNPAID)).map(({ id }) => `the order ${id} is not paid as it was sold`),
    ],
  }
}

async function fillCart(
  shop: RaceShop,
  { region, options, products, discount, card, largeCard }: Catalogue,
  i: number,
) {
  const items = [0, 1].map((line) => ({
    variant_id: products[(i + line) % products.length]!.variant,
    quantity: 1 + line,
  }))
  const { cart } = await done(shop.post('/store/carts', { region_id: region, items }))
  const at = `/store/carts/${cart.id}`
  await done(
    shop.post(at, {
      email: `catalogue${i}@example.com`,
      ...(i % 2 === 0 && { discounts: [{ code: discount.code }] }),
      ...(i % 3 < 2 && { gift_cards: [{ code: i % 3 === 0 ? card : largeCard }] }),
    }),
  )
  await done(shop.post(`${at}/shipping-methods`, { option_id: options[i % options.length] }))
  return cart.id
}

/** Accepts the total of the cart and completes it. */
async function buy(shop: RaceShop, cart: string): Promise<Outcome[]> {
  const replies: Outcome[] = []
  for (let i = 0; i < TRIES; i++) {
    const shown = await shop.post(`/store/carts/${cart}/payment-sessions`)
    replies.push(withoutData(shown))
    if (shown.status !== 200) continue
    const completed = await shop.post(`/store/carts/${cart}/complete`)
    const { type, data } = completed.body
    const wrong = type === 'order' ? differences(shown.body.cart, data) : []
    replies.push({ ...withoutData(completed), body: { ...withoutData(completed).body, wrong } })
    if (type === 'order') break
  }
  return replies
}

const AMOUNTS = ['total', 'subtotal', 'discount_total', 'shipping_total', 'gift_card_total'] as const

/** The taxes of an order do not include the part that a gift card paid, so they can differ from those of the cart. */
function differences(cart: Cart, order: Order): string[] {
  return AMOUNTS.filter((name) => cart[name] !== order[name]).map(
    (name) => `the ${name} of the order ${order.id} is ${order[name]}, its cart showed ${cart[name]}`,
  )
}

const withoutData = ({ status, body }: Reply): Outcome =>
  status < 400 ? { status, body: { type: body.type } } : { status, body: { type: `${body.type}: ${body.message}` } }

async function change(administrator: Administrator, catalogue: Catalogue): Promise<Outcome> {
  const { status, body } = await administrator(...someChange(catalogue))
  return { status, body: status < 400 ? { type: 'a change' } : { type: `${body.type}: ${body.message}` } }
}

async function done(reply: Promise<Reply>): Promise<AnyBody> {
  const { status, body } = await reply
  if (status !== 200) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** Orders with a payment that differs from the accepted amount. */
const UNPAID = `
  select o.id from "order" o join payment_session s on s.cart_id = o.cart_id and s.is_selected
  join payment p on p.order_id = o.id
  where p.amount <> s.amount`
