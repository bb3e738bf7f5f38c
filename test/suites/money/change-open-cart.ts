import type { MoneyApi } from './api.ts'
import type { Product } from './assortment.ts'
import { Disagreement } from './disagreement.ts'
import type { OfferedDiscount } from './offer-discounts.ts'
import type { Random } from './random.ts'
import {
  type Catalogue,
  changeDiscount,
  changePrice,
  changeTaxRate,
  disableCards,
  endSale,
  offerAgain,
  withdraw,
} from './steps/change-catalogue.ts'

export interface OpenCart {
  id: string
  lines: CartLine[]
  offers: OfferedDiscount[]
  cards: { id: string; code: string; value: number }[]
}

/** A line of a guest keeps the price of the moment when it was added. */
export interface CartLine {
  product: Product
  quantity: number
  price: number
}

interface Change {
  /** Requests of the buyer. Another caller voids the chosen balances. */
  api: MoneyApi
  catalogue: Catalogue
  cart: OpenCart
  random: Random
}

/**
 * Changes the catalogue or the promotions between the cart and its completion. The cart follows the terms of today. The customer
 * removes what the shop does not sell any longer. Returns a description, or null if nothing changes.
 */
export const changeOpenCart = (change: Change): Promise<string | null> =>
  change.random.pick([
    changeTerms(changePrice),
    changeTerms(endSale),
    changeTerms(changeTaxRate),
    changeTerms(changeDiscount),
    changeTerms(changeDiscount),
    withdrawLine,
    endCards,
  ])(change)

const changeTerms =
  (step: (catalogue: Catalogue, random: Random) => Promise<string | null>) =>
  async ({ api, catalogue, cart, random }: Change): Promise<string | null> => {
    const description = await step(catalogue, random)
    cart.offers = cart.offers.filter((offer) => catalogue.discounts.includes(offer))
    const ended = cart.offers.find(({ isEnded }) => isEnded)
    if (!ended) return description
    if (!ended.isAutomatic) {
      await refuseCompletion(api, cart)
      await api.send('DELETE', `/store/carts/${cart.id}/discounts/${ended.code}`)
    }
    cart.offers.splice(cart.offers.indexOf(ended), 1)
    return `${description} and leaves the cart`
  }

async function withdrawLine({ api, catalogue, cart, random }: Change): Promise<string | null> {
  const line = random.pick(cart.lines)
  const state = random.pick(
    cart.lines.length > 1 ? (['draft', 'unlisted', 'deleted'] as const) : (['draft', 'unlisted'] as const),
  )
  const description = await withdraw(catalogue, line.product, state)
  const message = await refuseCompletion(api, cart)
  if (!new RegExp(`\\b${line.product.label}\\b`).test(message))
    throw new Disagreement('Message about a product that is not sold', line.product.label, message)
  if (cart.lines.length === 1) {
    await offerAgain(catalogue, line.product)
    return `${description} for a moment`
  }
  const { items } = (await api.send('GET', `/store/carts/${cart.id}`)).cart
  const item = items.find(({ variant_id }) => variant_id === line.product.variant)
  await api.send('DELETE', `/store/carts/${cart.id}/line-items/${item?.id}`)
  // Without the line, the shop has dropped the shipping.
  await api.send('POST', `/store/carts/${cart.id}/shipping-methods`, { option_id: catalogue.market.shipping.id })
  cart.lines.splice(cart.lines.indexOf(line), 1)
  return `${description} and leaves the cart`
}

/** The shop refuses a disabled card that pays. */
async function endCards({ api, catalogue, cart, random }: Change): Promise<string | null> {
  const { gift_card_total } = (await api.send('GET', `/store/carts/${cart.id}`)).cart
  const description = await disableCards(catalogue, random)
  if (!description || !gift_card_total) return description
  await refuseCompletion(api, cart)
  await api.send('POST', `/store/carts/${cart.id}`, { gift_cards: [] })
  cart.cards = []
  return `${description} and leave the cart`
}

const refuseCompletion = (api: MoneyApi, { id }: OpenCart): Promise<string> =>
  api.refused('POST', `/store/carts/${id}/complete`, {})
