import { DomainError } from 'cartwright'
import { z } from 'zod'
import type { Cart } from '../api.ts'
import { renderDelivery } from '../checkout/delivery-page.ts'
import { renderPayment } from '../checkout/payment-page.ts'
import { MAX_QUANTITY } from '../site/max-quantity.ts'
import { messageOf } from '../site/messages.ts'
import { form } from '../site/page.ts'
import { refused } from '../site/refused.ts'
import { seeOther } from '../site/see-other.ts'
import type { Visit } from '../site/visit.ts'
import { renderCart } from './cart-page.ts'
import { maybeCart } from './read-cart.ts'

const quantityInput = z.object({
  quantity: z
    .string()
    .trim()
    .min(1)
    .transform(Number)
    .pipe(z.int().min(0).max(MAX_QUANTITY))
    .optional()
    .catch(undefined),
})

/** A quantity of 0 removes the line. */
export const changeLine = form('/cart/lines/:id', quantityInput, async (visit, { input: { quantity }, params }) => {
  const { store, texts } = visit
  const open = await maybeCart(visit)
  if (!open) return seeOther(visit, '/cart')
  if (quantity === undefined) return refused(await renderCart(visit, { error: texts.errors.quantity(MAX_QUANTITY) }))
  try {
    const line = { id: open.id, line_id: params.id }
    const { cart } =
      quantity === 0 ? await store.carts.deleteLineItem(line) : await store.carts.updateLineItem({ ...line, quantity })
    visit.cart.keep(cart)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return refused(await renderCart(visit, { error: messageOf(texts, error) }))
  }
  return seeOther(visit, '/cart')
})

const codeInput = z.object({
  code: z.string().trim().max(100).default(''),
  back: z.enum(['/cart', '/checkout/delivery', '/checkout/payment']).catch('/cart'),
})

export const addCode = form('/cart/codes', codeInput, async (visit, { input: { code, back } }) => {
  const open = await maybeCart(visit)
  if (!open) return seeOther(visit, '/cart')
  const { errors, cart: texts } = visit.texts
  if (code === '') return refused(await renderBack(visit, back, errors.required(texts.code)))
  try {
    const changed = await redeem(visit, open, code)
    await preparePayment(visit, changed)
    if (!hasCode(changed, code)) return refused(await renderBack(visit, back, errors.codeNotTogether(code)))
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return refused(await renderBack(visit, back, messageOf(visit.texts, error)))
  }
  return seeOther(visit, back)
})

const renderBack = (visit: Visit, back: z.output<typeof codeInput>['back'], codeError: string) => {
  if (back === '/cart') return renderCart(visit, { codeError })
  return back === '/checkout/delivery' ? renderDelivery(visit, { codeError }) : renderPayment(visit, { codeError })
}

/**
 * Tries a gift card first if the code has the form of one, because a wrong try counts as a guess. A cart has one discount next to free
 * shipping: the first of the request, so that the new one replaces it.
 */
async function redeem({ store }: Visit, { id, discounts, gift_cards }: Cart, code: string): Promise<Payable & Codes> {
  const asGiftCard = () => store.carts.update({ id, gift_cards: [...codesOf(gift_cards), { code }] })
  const asDiscount = () => store.carts.update({ id, discounts: [{ code }, ...codesOf(discounts)] })
  const [first, second] = GIFT_CARD.test(code) ? [asGiftCard, asDiscount] : [asDiscount, asGiftCard]
  const { cart } = await first().catch((error: unknown) => {
    if (!isUnknownCode(error)) throw error
    return second()
  })
  return cart
}

interface Codes {
  discounts?: readonly { code: string }[] | undefined
  gift_cards?: readonly { code: string }[] | undefined
}

const hasCode = ({ discounts = [], gift_cards = [] }: Codes, code: string): boolean =>
  [...discounts, ...gift_cards].some((one) => one.code.toUpperCase() === code.toUpperCase())

const GIFT_CARD = /^[\w]{4}(-[\w]{4}){2,}$/

const isUnknownCode = (error: unknown): boolean =>
  error instanceof DomainError && ['discount_unknown', 'gift_card_unknown'].includes(error.reason?.name ?? '')

export const removeCode = form('/cart/codes/remove', codeInput, async (visit, { input: { code, back } }) => {
  const { store } = visit
  const open = await maybeCart(visit)
  if (open) {
    const { id, discounts, gift_cards } = open
    const { cart } = await store.carts.update({
      ...{ id, discounts: codesOf(discounts, code), gift_cards: codesOf(gift_cards, code) },
    })
    await preparePayment(visit, cart)
  }
  return seeOther(visit, back)
})

type Payable = Pick<Cart, 'id' | 'total' | 'shipping_methods'>

/** A cart that a gift card covered has no payment sessions, and needs them once an amount remains. */
async function preparePayment({ store }: Visit, { id, total, shipping_methods }: Payable): Promise<void> {
  if (total > 0 && shipping_methods.length > 0) await store.carts.createPaymentSessions({ id })
}

const codesOf = (used: readonly { code: string }[] = [], except?: string): { code: string }[] =>
  used.flatMap(({ code }) => (code === except ? [] : [{ code }]))
