import type { AnyBody } from '../../support/resources.ts'
import type { MoneyApi } from './api.ts'
import { goodsOf, openAssortment, ratesOf } from './assortment.ts'
import { type CartLine, changeOpenCart, type OpenCart } from './change-open-cart.ts'
import { checkRebate } from './check-rebate.ts'
import { checkSharing } from './check-sharing.ts'
import { choosePayment, selectPayment } from './choose-payment.ts'
import { type Account, openCustomer } from './customer.ts'
import { Disagreement, expectEqual } from './disagreement.ts'
import { type Basket, fillCart } from './fill-cart.ts'
import { type DiscountTerms, discountsOfDeal, isDeal, priceGoods, secondDiscountOf } from './ledger/discount.ts'
import { total } from './ledger/exact.ts'
import { LedgerLine } from './ledger/ledger-line.ts'
import { reaches } from './ledger/minimum.ts'
import { OrderLedger } from './ledger/order-ledger.ts'
import { paidByCards, priceShipping } from './ledger/price.ts'
import type { Market } from './market.ts'
import { offerDiscounts, offerSecond, type SecondOffer } from './offer-discounts.ts'
import { payByTenders } from './pay-by-tenders.ts'
import type { Play, SoldDiscount } from './play.ts'
import { Random } from './random.ts'
import { refuseCodes } from './refuse-codes.ts'
import type { Catalogue } from './steps/change-catalogue.ts'

export interface Sale {
  play: Play
  description: string
}

interface NewSale {
  market: Market
  account: Account
  random: Random
}

/** Places a random order in a region, and checks the amount that the customer pays. */
export async function sell(api: MoneyApi, { market, account, random }: NewSale): Promise<Sale> {
  const products = await openAssortment(api, { market, random })
  const bought = products.filter((_, i) => i === 0 || random.chance(60))
  const lines = bought.map((product) => ({
    product,
    price: product.price,
    quantity: random.pick([1, 1, 2, 3, 5, 10]),
  }))
  const isCombinable = random.chance(20)
  const offers = await offerDiscounts(api, { market, products, bought, random, isCombinable })
  const second = isCombinable ? await offerSecond(api, { market, products, random }) : null
  await refuseCodes(api, { market, offers, random: new Random(random.seed()) })
  const card = random.chance(35) ? random.pick([random.integer(1, 500), random.integer(500, 5000), 1_000_000]) : 0
  const cards = card === 0 ? [] : await openCards(api, market, random.chance(40) && card > 1 ? [1, card - 1] : [card])
  const customer = random.chance(30) ? await openCustomer(account, market, new Random(random.seed())) : null
  const cardRate = market.areCardsTaxed ? market.rate : null
  const description = describe({ market, lines, offers, second, cards, customer })
  const buyer = customer?.api ?? api
  const id = await fillCart(buyer, { market, lines, offers, second, cards, customer })
  const fixed = await choosePayment(buyer, `/store/carts/${id}`, new Random(random.seed()))
  const cart: OpenCart = { id, lines, offers: [...offers], cards }
  const catalogue: Catalogue = { api, market, products, discounts: offers, cards, excluded: new Set() }
  const change = random.chance(35)
    ? await changeOpenCart({ api: buyer, catalogue, cart, random: new Random(random.seed()) })
    : null
  const ledger = new OrderLedger({
    discount: findTerms(cart),
    second,
    shipping: priceShipping({
      ...market.shipping,
      price: cart.offers.some((offer) => givesShipping(offer, cart)) ? 0 : market.shipping.price,
      rates: [market.rate],
    }),
  })
  const order = await complete(buyer, cart, change)
  for (const line of cart.lines) sellLine(ledger, { line, order, market })
  concludeDeal(ledger)
  addSecond(ledger, second)
  checkRebate(ledger, customer?.rebate ?? 0)
  checkSharing(ledger)
  ledger.agree()
  const balance = total(cart.cards.map(({ value }) => value))
  ledger.spent = { paid: paidByCards(balance, market.areCardsTaxed, ledger.purchase), rate: cardRate }
  const isSplit = order.payments.some(({ provider_id }) => provider_id === 'till')
  // A cart that was free for a moment has lost its sessions.
  const split = isSplit || !change ? fixed : null
  ledger.payments.push(...payByTenders(ledger.due, customer?.tenders ?? [], split))
  // The shop has the money of balances.
  ledger.wasCaptured = ledger.payments.length > 0 && ledger.payments.every(({ isCaptured }) => isCaptured)
  const play: Play = {
    ...{ ...catalogue, ledger, cards: cart.cards, customer },
    order: order.id,
    fulfillments: [],
    shippedIds: new Set(),
    openReturns: [],
    openClaims: [],
    paymentStatuses: new Map(),
    hasSwap: false,
  }
  return {
    play,
    description: [
      description,
      ...(fixed === null ? [] : [`${fixed} by another provider`]),
      ...(change ? [change] : []),
    ].join('; '),
  }
}

/** The terms of the reached tier. */
function findTerms(cart: OpenCart): DiscountTerms | null {
  const offer = cart.offers.find((one) => one.terms && reachesMinimum(one, cart))
  if (!offer?.terms) return null
  const { terms, tier } = offer
  return tier && reachesMinimum({ ...offer, minimum: tier.minimum }, cart) ? { ...terms, value: tier.value } : terms
}

/** The lines that a discount applies to. Free shipping without exceptions counts all lines. */
function reachesMinimum({ terms, shippedAtPrice, minimum }: SoldDiscount, { lines }: OpenCart): boolean {
  const counts = ({ product: { id, allowsDiscounts } }: CartLine) =>
    terms
      ? allowsDiscounts && (terms.products?.has(id) ?? true)
      : !shippedAtPrice || (allowsDiscounts && !shippedAtPrice.has(id))
  return reaches(minimum, lines.filter(counts))
}

const givesShipping = (offer: SoldDiscount, cart: OpenCart): boolean =>
  shipsFree(offer, cart) && reachesMinimum(offer, cart)

const shipsFree = ({ terms, shippedAtPrice }: SoldDiscount, { lines }: OpenCart): boolean =>
  terms === null &&
  (!shippedAtPrice || lines.some(({ product }) => product.allowsDiscounts && !shippedAtPrice.has(product.id)))

/** The customer agrees to a changed total by a second completion, and pays a cart that was free before the change. */
async function complete(api: MoneyApi, { id }: OpenCart, change: string | null): Promise<PlacedOrder> {
  const path = `/store/carts/${id}/complete`
  const { status, text, body } = await api.try('POST', path, {})
  if (isOrder(body)) return body.data
  if (!change || (status !== 200 && !text.includes('payment session')))
    throw new Disagreement(`Answer of the completion after: ${change}`, 'an order', text)
  await selectPayment(api, `/store/carts/${id}`)
  return (await api.send('POST', path, {})).data
}

type PlacedOrder = AnyBody['data']

const isOrder = ({ data }: AnyBody): boolean => data?.id?.startsWith('order_')

const rebateOf = (line: PlacedOrder['items'][number] | undefined): number =>
  total((line?.adjustments ?? []).flatMap(({ description, amount }) => (description === 'Rebate' ? amount : [])))

interface Sold {
  line: CartLine
  order: PlacedOrder
  market: Market
}

function sellLine(ledger: OrderLedger, { line: { product, price, quantity }, order, market }: Sold): void {
  const line = order.items.find(({ variant_id }) => variant_id === product.variant)
  const goods = { ...goodsOf(product, market, quantity), price, rebate: rebateOf(line) }
  expectEqual(`Price of ${product.label}`, [price, quantity], [line?.unit_price, line?.quantity])
  // The lines that share a discount take their shares from the order: `checkSharing` checks them.
  const money = isDeal(ledger.discount)
    ? priceGoods(goods, 0)
    : (ledger.priceOf(goods) ?? priceGoods(goods, (line?.discount_total ?? 0) - goods.rebate))
  const { label, variant } = product
  ledger.lines.push(new LedgerLine({ id: line?.id ?? '', label, variant, goods, money }))
  product.taken += quantity
}

function concludeDeal({ discount, lines }: OrderLedger): void {
  if (!isDeal(discount)) return
  const amounts = discountsOfDeal(
    discount,
    lines.map(({ goods }) => goods),
  )
  for (const [i, line] of lines.entries()) line.money = priceGoods(line.goods, amounts[i] ?? 0)
}

/** A discount that is larger than its budget gives nothing. */
function addSecond({ lines }: OrderLedger, offer: SecondOffer | null): void {
  if (!offer) return
  const parts = lines.map(({ goods, discount }) =>
    goods.allowsDiscounts ? secondDiscountOf(offer.value, goods, discount) : 0,
  )
  if (offer.budget !== null && total(parts) > offer.budget) return
  for (const [i, line] of lines.entries()) {
    const first = line.discount
    line.second = parts[i] ?? 0
    line.money = priceGoods(line.goods, first + line.second)
  }
}

async function openCards(api: MoneyApi, market: Market, values: readonly number[]) {
  const cards = []
  for (const value of values) {
    const { gift_card } = await api.send('POST', '/admin/gift-cards', { region_id: market.id, value })
    cards.push({ id: gift_card.id, code: gift_card.code, value })
  }
  return cards
}

function describe({
  market,
  lines,
  offers,
  second,
  cards,
  customer,
}: Omit<Basket, 'lines' | 'cards'> & Pick<OpenCart, 'lines' | 'cards'>): string {
  const goods = lines.map(
    ({ product, quantity, price }) =>
      `${quantity} × ${product.label} at ${price}${product.sale ? ' (sale)' : ''} (${ratesOf(product, market).map(percent).join(' + ')}${product.allowsDiscounts ? '' : ', never discounted'})`,
  )
  const { shipping, currency, includesTax, rate, areCardsTaxed } = market
  return [
    `sell ${goods.join(', ')}, shipping ${shipping.price} at ${percent(rate)}, in ${currency}${includesTax ? ', tax included' : ''}`,
    ...offers.map(({ description }) => description),
    ...(second ? [second.description] : []),
    ...(customer ? [`rebate of ${customer.rebate}`] : []),
    ...(customer?.tenders ?? []).map(
      ({ kind, units, max_amount }) => `${units} of ${kind}${max_amount === null ? '' : `, at most ${max_amount}`}`,
    ),
    ...cards.map(({ value }) => `gift card of ${value}${areCardsTaxed ? '' : ', not taxed'}`),
  ].join('; ')
}

const percent = (rate: number) => `${rate / 100} %`
