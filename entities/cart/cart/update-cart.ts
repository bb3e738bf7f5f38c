import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData } from '#entities/errors.ts'
import type { AddressInput } from '#entities/people/customer/address-input.ts'
import { changeFields } from '#entities/platform/field/installed-fields.ts'
import { Step } from '#entities/platform/step/step.ts'
import type { RedeemableRow } from '#entities/promotions/discount/redeemable-discounts.ts'
import { normalizeEmail } from '#entities/values/email.ts'
import {
  cartVariantsForCustomerStatement,
  parseAssortment,
  readAssortment,
  type SellableRow,
  salesContextOf,
} from '../line-item/sellable-variants.ts'
import { translateLines } from '../line-item/translate-lines.ts'
import type { PaymentProviders } from '../payment/payment-port.ts'
import { deleteSessions } from '../payment/sync-payment-sessions.ts'
import { readDiscounts, readDiscountsStatement, setDiscounts } from './apply-discounts.ts'
import { setGiftCards } from './apply-gift-cards.ts'
import { type AddressBook, setCartAddresses } from './cart-address.ts'
import { changeChannel } from './cart-channel.ts'
import {
  assertIsCaller,
  assignCustomer,
  assignOwner,
  hasOtherGroups,
  isClaimableCart,
  parseGuest,
  upsertGuestStatement,
} from './cart-customer.ts'
import { changeRegion } from './change-region.ts'
import { lockAndReadOpenCart } from './lock-cart.ts'
import { linesOf, type OpenCart, trackCart } from './open-cart.ts'
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
  caller_id: string | null
  payment: PaymentProviders
}

export interface CartUpdateCheck extends Pick<CartUpdate, 'caller_id'> {
  /** The locked cart before the change. */
  cart: CartSnapshot
  /** The input, also with fields of plugins. */
  change: CartChanges
}

/** Plugins check each change of a cart by the store, except changes of its lines, shipping and payment. */
export const updateCartStep = new Step<CartUpdateCheck>({
  moment:
    'A caller of the store changes the customer, the e-mail address, the region, the addresses, the discounts, the gift cards or the fields of a cart. A new cart has no such step.',
  context: {
    cart: 'for rules before the change, for effects after it',
    change: 'the input',
    caller_id: 'the logged-in customer, or null',
  },
})

/** Assigns the customer and the region first, since prices, addresses and discounts depend on them. */
export async function updateCart(
  em: EntityManager,
  id: string,
  { changes, caller_id, payment }: CartUpdate,
): Promise<CartSnapshot> {
  const { customer_id, email } = changes
  const guestEmail = caller_id === null && email ? normalizeEmail(email) : null
  const codes = codesOf(changes.discounts)
  const [cart, [guest], discountRows, variantRows] = await lockAndReadOpenCart(
    em,
    { id, caller_id },
    guestEmail ? upsertGuestStatement(guestEmail) : undefined,
    codes.length > 0 ? readDiscountsStatement(codes, { id, email: guestEmail }) : undefined,
    caller_id ? cartVariantsForCustomerStatement({ id, customer_id: caller_id }) : undefined,
  )
  if (hasItemChanges(cart, changes)) cart.assertItemsChangeable()
  if (customer_id) assertIsCaller(customer_id, caller_id)
  if (email === null && caller_id === null) throw new InvalidData('The email is not valid')
  await updateCartStep.assertAllowed(em, { cart, change: changes, caller_id })
  const previousCustomerId = cart.customer_id
  if (guest) cart.customer = assignOwner(cart, parseGuest(guest))
  const isClaimed = caller_id !== null && cart.customer_id !== caller_id && isClaimableCart(cart)
  if (isClaimed) cart.customer = await assignCustomer(em, cart, caller_id)
  const isOfCaller = caller_id !== null && cart.customer_id === caller_id
  const isOtherGuest = guest !== undefined && cart.customer_id !== previousCustomerId
  const shouldReprice =
    isOfCaller || (isOtherGuest && (await hasOtherGroups(em, previousCustomerId, guest.customer_group_ids)))
  const changedCart = await applyCartChanges(em, cart, {
    changes,
    shouldReprice,
    addressBook: { customer_id: caller_id },
    payment,
    rows: {
      discounts: isClaimed ? await readDiscounts(em, codes, caller_id) : discountRows,
      variants: isOfCaller ? variantRows : undefined,
    },
  })
  updateCartStep.addEffects(em, { cart: changedCart, change: changes, caller_id })
  return changedCart
}

export interface CartChange {
  changes: Omit<CartChanges, 'email' | 'customer_id'>
  /**
   * True if the request comes from a customer, assigns one, or changes the customer to one in other groups: the lines get
   * the current prices of this customer.
   */
  shouldReprice: boolean
  addressBook: AddressBook
  payment: PaymentProviders
  rows: {
    discounts: readonly RedeemableRow[]
    variants?: readonly SellableRow[] | undefined
  }
}

export async function applyCartChanges(
  em: EntityManager,
  openCart: OpenCart,
  change: CartChange,
): Promise<CartSnapshot> {
  const { changes, shouldReprice, addressBook, payment, rows } = change
  const { region_id, sales_channel_id, discounts, gift_cards, context } = changes
  const newRegionId = newRegionIdOf(openCart, region_id)
  const cart = newRegionId
    ? await changeRegionAndReload(em, openCart, { ...changes, region_id: newRegionId })
    : openCart
  if (!newRegionId && (shouldReprice || region_id)) await repriceLines(em, cart, rows.variants)
  await setCartAddresses(em, cart, { input: changes, addressBook })
  if (sales_channel_id) await changeChannel(em, cart, sales_channel_id)
  if (discounts !== undefined) {
    const appliedDiscounts = await setDiscounts(em, cart, { requestedCodes: codesOf(discounts), rows: rows.discounts })
    cart.discounts = appliedDiscounts.sort(byTimeOfCreation)
  }
  if (gift_cards !== undefined) await setGiftCards(em, cart, codesOf(gift_cards))
  if (context) await changeContext(em, cart, context)
  changeFields('cart', cart, changes)
  const isReadAgain = sales_channel_id || gift_cards !== undefined
  if (isReadAgain) await em.flush()
  const changedCart = isReadAgain ? await readCart(em, cart.id) : cart
  if (newRegionId) await deleteSessions(em, payment, changedCart)
  return changedCart
}

/** Another language changes the titles of the lines. */
async function changeContext(em: EntityManager, cart: OpenCart, context: Record<string, unknown>): Promise<void> {
  const { locale } = cart.context ?? {}
  cart.context = { ...cart.context, ...context }
  if (cart.context.locale !== locale && cart.type === 'default') await translateLines(em, cart, cart.items)
}

async function changeRegionAndReload(
  em: EntityManager,
  cart: OpenCart,
  { region_id, country_code, shipping_address }: CartChange['changes'] & { region_id: string },
): Promise<OpenCart> {
  const countryOfAddress = typeof shipping_address === 'object' ? shipping_address?.country_code : null
  await changeRegion(em, cart, { region_id, country_code: country_code ?? countryOfAddress })
  return trackCart(em, await readCart(em, cart.id))
}

async function repriceLines(
  em: EntityManager,
  cart: OpenCart,
  rows: readonly SellableRow[] | undefined,
): Promise<void> {
  const ids = cart.items.flatMap((item) => item.variant_id ?? [])
  const assortment = await (rows ? parseAssortment(em, rows) : readAssortment(em, ids, salesContextOf(cart)))
  linesOf(em, cart).reprice(assortment)
}

function hasItemChanges(
  cart: CartSnapshot,
  { region_id, sales_channel_id, discounts, gift_cards }: CartChanges,
): boolean {
  const isOtherChannel = !!sales_channel_id && sales_channel_id !== cart.sales_channel_id
  return (
    newRegionIdOf(cart, region_id) !== undefined ||
    isOtherChannel ||
    discounts !== undefined ||
    gift_cards !== undefined
  )
}

const newRegionIdOf = (
  cart: Pick<CartSnapshot, 'region_id'>,
  region_id: string | null | undefined,
): string | undefined => (region_id && region_id !== cart.region_id ? region_id : undefined)

export const codesOf = (rows: readonly { code: string }[] | null | undefined) => (rows ?? []).map(({ code }) => code)
