import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData } from '#entities/errors.ts'
import type { AddressInput } from '#entities/people/customer/address-input.ts'
import { repriceTrackedLines } from '../line-item/reprice-lines.ts'
import {
  parseAssortment,
  readAssortment,
  type SellableRow,
  salesContextOf,
  sellableToCustomerStatement,
} from '../line-item/sellable-variants.ts'
import type { RerunnablePaymentProviders } from '../payment/payment-port.ts'
import { type RedeemableRow, readDiscounts, readDiscountsStatement, setDiscounts } from './apply-discounts.ts'
import { applyGiftCards } from './apply-gift-cards.ts'
import { type AddressBook, setCartAddresses } from './cart-address.ts'
import { changeChannel } from './cart-channel.ts'
import {
  assertIsCaller,
  assignCustomer,
  assignOwner,
  findGuestStatement,
  isClaimableCart,
  parseGuest,
} from './cart-customer.ts'
import { assertNotSwapCart, lockAndReadOpenCart, trackCart } from './lock-cart.ts'
import { moveCart } from './move-cart.ts'
import { byTimeOfCreation, type CartSnapshot, readCart } from './read-cart.ts'

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
  /** The customer who is logged in: whatever they change of a cart that is or becomes theirs, they are named with it. */
  caller_id: string | null
  payment: RerunnablePaymentProviders
}

/**
 * Changes an open cart, in the order in which each change builds on those before it. Answers it as it is then.
 * @throws as `lockOpenCart`, and what each of them throws; then nothing is changed.
 */
export async function updateCart(
  em: EntityManager,
  id: string,
  { changes, caller_id, payment }: CartUpdate,
): Promise<CartSnapshot> {
  const { customer_id, email } = changes
  const guestEmail = caller_id === null && email ? email.toLowerCase() : null
  const codes = codesOf(changes.discounts)
  const [cart, [guest], discounts, sold] = await lockAndReadOpenCart(
    em,
    id,
    guestEmail ? findGuestStatement(guestEmail) : undefined,
    codes.length > 0 ? readDiscountsStatement(codes, { id, email: guestEmail }) : undefined,
    caller_id ? sellableToCustomerStatement({ id, customer_id: caller_id }) : undefined,
  )
  if (namesGoods(cart, changes)) assertNotSwapCart(cart)
  if (customer_id) assertIsCaller(customer_id, caller_id)
  if (email === null && caller_id === null) throw new InvalidData('The email is not valid')
  if (guest) cart.customer = assignOwner(cart, parseGuest(guest))
  const isTakenOver = caller_id !== null && cart.customer_id !== caller_id && isClaimableCart(cart)
  if (isTakenOver) cart.customer = await assignCustomer(em, cart, caller_id)
  const repricesLines = caller_id !== null && cart.customer_id === caller_id
  const read = {
    discounts: isTakenOver ? await readDiscounts(em, codes, caller_id) : discounts,
    sold: repricesLines ? sold : undefined,
  }
  return applyCartChanges(em, cart, {
    changes,
    repricesLines,
    book: { customer_id: caller_id },
    payment,
    read,
  })
}

export interface CartChange {
  /** Except whose it is. */
  changes: Omit<CartChanges, 'email' | 'customer_id'>
  /** Whether its customer is named, another or the same as before: then its lines take the prices of today. An e-mail names none. */
  repricesLines: boolean
  book: AddressBook
  payment: RerunnablePaymentProviders
  read: {
    /** The discounts that are named. */
    discounts: readonly RedeemableRow[]
    /** What of its lines is sold to its owner; where it is not there, it is read when it matters. */
    sold?: readonly SellableRow[] | undefined
  }
}

/** The same for a cart that is held, once it is known whose it is. */
export async function applyCartChanges(
  em: EntityManager,
  held: CartSnapshot,
  change: CartChange,
): Promise<CartSnapshot> {
  const { changes, repricesLines, book, payment, read } = change
  const { region_id, country_code, shipping_address, sales_channel_id, discounts, gift_cards, context } = changes
  let cart = held
  if (region_id && region_id !== cart.region_id) {
    const country = country_code ?? (typeof shipping_address === 'object' ? shipping_address?.country_code : null)
    await moveCart(em, payment, cart, { region_id, country_code: country })
    cart = trackCart(em, await readCart(em, cart.id))
  } else if (repricesLines || region_id) {
    const ids = cart.items.flatMap((item) => item.variant_id ?? [])
    const assortment = await (read.sold
      ? parseAssortment(em, read.sold)
      : readAssortment(em, ids, salesContextOf(cart)))
    cart.items = repriceTrackedLines(em, cart.items, assortment)
  }
  await setCartAddresses(em, cart, { given: changes, book })
  if (sales_channel_id) await changeChannel(em, cart, sales_channel_id)
  if (discounts !== undefined) {
    const kept = await setDiscounts(em, cart, { given: codesOf(discounts), found: read.discounts })
    cart.discounts = kept.sort(byTimeOfCreation)
  }
  if (gift_cards !== undefined) await applyGiftCards(em, cart, codesOf(gift_cards))
  if (context) cart.context = { ...cart.context, ...context }
  if (!sales_channel_id && gift_cards === undefined) return cart
  await em.flush()
  return readCart(em, cart.id)
}

/** Whether a change is about what is in a cart, and what it costs. */
function namesGoods(cart: CartSnapshot, { region_id, sales_channel_id, discounts, gift_cards }: CartChanges): boolean {
  const isMoved = !!region_id && region_id !== cart.region_id
  const isSoldElsewhere = !!sales_channel_id && sales_channel_id !== cart.sales_channel_id
  return isMoved || isSoldElsewhere || discounts !== undefined || gift_cards !== undefined
}

export const codesOf = (given: readonly { code: string }[] | null | undefined) => (given ?? []).map(({ code }) => code)
