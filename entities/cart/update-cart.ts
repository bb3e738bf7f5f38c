import type { EntityManager } from '@mikro-orm/postgresql'
import type { AddressInput } from '../customer/address-input.ts'
import { readingDiscounts, setDiscounts } from '../discount/apply-discounts.ts'
import { InvalidData } from '../errors.ts'
import { applyGiftCards } from '../gift-card/apply-gift-cards.ts'
import type { PaymentProviders } from '../payment/sync-payment-sessions.ts'
import { assortmentFrom } from '../product/sellable-variants.ts'
import { together } from '../statement.ts'
import type { Cart } from './cart.ts'
import { type AddressBook, addressChanges, changeAddresses, readingPlaces } from './cart-address.ts'
import { changeChannel } from './cart-channel.ts'
import { findingGuest, giveTo, giveToCustomer, isUpForGrabs, requireSelf } from './cart-customer.ts'
import { holdLines, linesOfCart, lockOpenCart } from './lock-cart.ts'
import { moveCart } from './move-cart.ts'
import { reprice, sellingAgain } from './reprice-lines.ts'

export interface CartChanges {
  region_id?: string | null | undefined
  country_code?: string | null | undefined
  email?: string | null | undefined
  customer_id?: string | null | undefined
  sales_channel_id?: string | null | undefined
  billing_address?: AddressInput | string | null | undefined
  shipping_address?: AddressInput | string | null | undefined
  gift_cards?: readonly { code: string }[] | null | undefined
  discounts?: readonly { code: string }[] | null | undefined
  context?: Record<string, unknown> | null | undefined
}

export interface CartUpdate {
  changes: CartChanges
  /** The customer who is logged in. */
  caller_id: string | null
  payment: PaymentProviders
}

/**
 * Changes an open cart, in the order in which each change builds on those before it (storefront §1.3.2).
 * @throws as `lockOpenCart`, and what each of them throws; then nothing is changed.
 */
export async function updateCart(
  em: EntityManager,
  id: string,
  { changes, caller_id, payment }: CartUpdate,
): Promise<void> {
  const { customer_id, email } = changes
  const [cart, guests] = await lockOpenCart(em, id, caller_id === null && email ? findingGuest(email) : undefined)
  const before = cart.customer_id
  if (customer_id) requireSelf(customer_id, caller_id)
  if (email === null && caller_id === null) throw new InvalidData('The email is not valid')
  if (guests[0]) giveTo(cart, guests[0])
  else if (caller_id && cart.customer_id !== caller_id && (await isUpForGrabs(em, cart)))
    await giveToCustomer(em, cart, caller_id)
  const hasNewOwner = cart.customer_id !== before
  await changeCart(em, cart, { changes, hasNewOwner, book: { customer_id: caller_id }, payment })
}

export interface CartChange {
  /** Except whose it is. */
  changes: Omit<CartChanges, 'email' | 'customer_id'>
  /** Whether another customer has it now, and so perhaps other prices. */
  hasNewOwner: boolean
  book: AddressBook
  payment: PaymentProviders
}

/** The same once it is known whose the cart is. */
export async function changeCart(
  em: EntityManager,
  cart: Cart,
  { changes, hasNewOwner, book, payment }: CartChange,
): Promise<void> {
  const { region_id, country_code, shipping_address, sales_channel_id, gift_cards, context } = changes
  const isMoved = !!region_id && region_id !== cart.region_id
  if (isMoved) {
    const country = country_code ?? (typeof shipping_address === 'object' ? shipping_address?.country_code : null)
    await moveCart(em, payment, cart, { region_id, country_code: country })
  }
  const isRepriced = !isMoved && (hasNewOwner || !!region_id)
  const addresses = await addressChanges(em, changes, book)
  const discounts = changes.discounts === undefined ? undefined : codesOf(changes.discounts)
  const [lines, sold, places, found] = await together(
    em,
    isRepriced ? linesOfCart.with(cart.id) : undefined,
    isRepriced ? sellingAgain(cart) : undefined,
    readingPlaces(cart, addresses),
    discounts && readingDiscounts(cart, discounts),
  )
  if (isRepriced) reprice(em, holdLines(em, lines), await assortmentFrom(em, sold, cart.region_id))
  changeAddresses(em, cart, { changes: addresses, places })
  if (sales_channel_id) await changeChannel(em, cart, sales_channel_id)
  if (discounts) await setDiscounts(em, cart, { given: discounts, found })
  if (gift_cards !== undefined) await applyGiftCards(em, cart, codesOf(gift_cards))
  if (context) cart.context = { ...cart.context, ...context }
}

const codesOf = (given: readonly { code: string }[] | null) => (given ?? []).map(({ code }) => code)
