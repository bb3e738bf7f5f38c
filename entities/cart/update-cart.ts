import type { EntityManager } from '@mikro-orm/postgresql'
import type { AddressInput } from '../customer/address-input.ts'
import { applyDiscounts } from '../discount/apply-discounts.ts'
import { InvalidData } from '../errors.ts'
import { applyGiftCards } from '../gift-card/apply-gift-cards.ts'
import type { PaymentProviders } from '../payment/sync-payment-sessions.ts'
import type { Cart } from './cart.ts'
import { type AddressBook, type AddressKind, setCartAddress } from './cart-address.ts'
import { changeChannel } from './cart-channel.ts'
import { giveToCustomer, giveToGuest, isUpForGrabs, requireSelf } from './cart-customer.ts'
import { moveCart } from './move-cart.ts'
import { repriceLines } from './reprice-lines.ts'

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
 * Changes a cart, in the order in which each change builds on those before it (storefront §1.3.2).
 * @throws what each of them throws; then nothing is changed.
 */
export async function updateCart(
  em: EntityManager,
  cart: Cart,
  { changes, caller_id, payment }: CartUpdate,
): Promise<void> {
  const before = cart.customer_id
  await changeOwner(em, cart, changes, caller_id)
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
  const { region_id, country_code, billing_address, shipping_address, sales_channel_id, context } = changes
  if (region_id && region_id !== cart.region_id) {
    const country = country_code ?? (typeof shipping_address === 'object' ? shipping_address?.country_code : null)
    await moveCart(em, payment, cart, { region_id, country_code: country })
  } else if (hasNewOwner || region_id) {
    await repriceLines(em, cart)
  }
  for (const [kind, given] of Object.entries({ billing_address, shipping_address })) {
    if (given !== undefined) await setCartAddress(em, cart, { kind: kind as AddressKind, given, book })
  }
  if (sales_channel_id) await changeChannel(em, cart, sales_channel_id)
  if (changes.discounts !== undefined) await applyDiscounts(em, cart, codesOf(changes.discounts))
  if (changes.gift_cards !== undefined) await applyGiftCards(em, cart, codesOf(changes.gift_cards))
  if (context) cart.context = { ...cart.context, ...context }
}

async function changeOwner(
  em: EntityManager,
  cart: Cart,
  { customer_id, email }: CartChanges,
  caller_id: string | null,
): Promise<void> {
  if (customer_id) requireSelf(customer_id, caller_id)
  if (caller_id !== null) {
    if (cart.customer_id !== caller_id && (await isUpForGrabs(em, cart))) await giveToCustomer(em, cart, caller_id)
  } else if (email !== undefined) {
    if (email === null) throw new InvalidData('The email is not valid')
    await giveToGuest(em, cart, email)
  }
}

const codesOf = (given: readonly { code: string }[] | null) => (given ?? []).map(({ code }) => code)
