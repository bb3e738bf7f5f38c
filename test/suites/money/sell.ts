import type { MoneyApi } from './api.ts'
import { openAssortment, ratesOf } from './assortment.ts'
import { checkSharing } from './check-sharing.ts'
import { expectEqual } from './disagreement.ts'
import { type Basket, fillCart } from './fill-cart.ts'
import { LedgerLine } from './ledger/ledger-line.ts'
import { OrderLedger } from './ledger/order-ledger.ts'
import { paidByCards, priceLine, priceShipping } from './ledger/price.ts'
import type { Market } from './market.ts'
import { offerDiscounts } from './offer-discounts.ts'
import type { Play } from './play.ts'
import { Random } from './random.ts'
import { refuseCarts } from './refuse-carts.ts'

export interface Sale {
  play: Play
  description: string
}

interface NewSale {
  market: Market
  random: Random
}

/** Places a random order in a region, and checks the amount that the customer pays. */
export async function sell(api: MoneyApi, { market, random }: NewSale): Promise<Sale> {
  const products = await openAssortment(api, { market, random })
  const bought = products.filter((_, i) => i === 0 || random.chance(60))
  const quantities = bought.map(() => random.pick([1, 1, 2, 3, 5, 10]))
  const offers = await offerDiscounts(api, { market, products, bought, random })
  await refuseCarts(api, { market, bought, offers, random: new Random(random.seed()) })
  const card = random.chance(35) ? random.pick([random.integer(1, 500), random.integer(500, 5000), 1_000_000]) : 0
  const cards = card === 0 ? [] : await openCards(api, market, random.chance(40) && card > 1 ? [1, card - 1] : [card])
  const cart = await fillCart(api, { market, bought, quantities, offers, codes: cards.map(({ code }) => code) })
  const ledger = new OrderLedger({
    discount: offers.find(({ terms }) => terms)?.terms ?? null,
    shipping: priceShipping({
      ...market.shipping,
      price: offers.some(({ terms }) => terms === null) ? 0 : market.shipping.price,
      rates: [market.rate],
    }),
  })
  const { body } = await api.try('POST', `/store/carts/${cart}/complete`, {})
  if (body.data?.object !== 'order' && !body.data?.items)
    throw new Error(`The completion answered ${JSON.stringify(body).slice(0, 500)}`)
  const order = body.data
  for (const [i, product] of bought.entries()) {
    const line = order.items.find(({ variant_id }) => variant_id === product.variant)
    const goods = {
      product: product.id,
      price: product.price,
      quantity: quantities[i] ?? 1,
      includesTax: market.includesTax,
      rates: ratesOf(product, market),
      allowsDiscounts: product.allowsDiscounts,
    }
    expectEqual(`Price of ${product.label}`, [goods.price, goods.quantity], [line?.unit_price, line?.quantity])
    // The lines that share a discount take their shares from the order: `checkSharing` checks them.
    const discount = ledger.priceOf(goods)?.discount ?? line?.discount_total ?? 0
    ledger.lines.push(
      new LedgerLine({
        id: line?.id ?? '',
        label: product.label,
        variant: product.variant,
        goods,
        money: priceLine(goods, discount),
      }),
    )
    product.taken += goods.quantity
  }
  checkSharing(ledger)
  for (const line of ledger.lines) line.price(line.money)
  ledger.spent = {
    paid: paidByCards(card, market.areCardsTaxed, ledger.purchase),
    rate: market.areCardsTaxed ? market.rate : null,
  }
  if (ledger.due > 0) ledger.payments.push({ amount: ledger.due, isCaptured: false, isOfSwap: false })
  const play: Play = {
    ...{ api, market, products, ledger, cards },
    discounts: offers,
    order: order.id,
    fulfillments: [],
    shippedIds: new Set(),
    openReturns: [],
    openClaims: [],
    paymentStatuses: new Map(),
    excluded: new Set(),
    hasSwap: false,
  }
  return { play, description: describe({ market, bought, quantities, offers, card }) }
}

async function openCards(api: MoneyApi, market: Market, values: readonly number[]) {
  const cards = []
  for (const value of values) {
    const { gift_card } = await api.send('POST', '/admin/gift-cards', { region_id: market.id, value })
    cards.push({ id: gift_card.id, code: gift_card.code, value })
  }
  return cards
}

function describe({ market, bought, quantities, offers, card }: Omit<Basket, 'codes'> & { card: number }): string {
  const lines = bought.map(
    (product, i) =>
      `${quantities[i]} × ${product.label} at ${product.price} (${ratesOf(product, market).map(percent).join(' + ')}${product.allowsDiscounts ? '' : ', never discounted'})`,
  )
  const { shipping, currency, includesTax, rate, areCardsTaxed } = market
  return [
    `sell ${lines.join(', ')}, shipping ${shipping.price} at ${percent(rate)}, in ${currency}${includesTax ? ', tax included' : ''}`,
    ...offers.map(({ description }) => description),
    ...(card > 0 ? [`gift card of ${card}${areCardsTaxed ? '' : ', not taxed'}`] : []),
  ].join('; ')
}

const percent = (rate: number) => `${rate / 100} %`
