import { DomainError } from 'cartwright'
import { z } from 'zod'
import { findVariant } from '../catalogue/choices.ts'
import { isInStock } from '../catalogue/prices.ts'
import { renderProduct } from '../catalogue/product-page.ts'
import { readProduct } from '../catalogue/read-product.ts'
import { MAX_QUANTITY } from '../site/max-quantity.ts'
import { messageOf } from '../site/messages.ts'
import { form } from '../site/page.ts'
import { refused } from '../site/refused.ts'
import { seeOther } from '../site/see-other.ts'
import type { Visit } from '../site/visit.ts'
import { maybeCart } from './read-cart.ts'

const input = z.object({
  product: z.string().max(500).catch(''),
  variant: z.string().max(100).optional().catch(undefined),
  option: z.record(z.string().max(100), z.string().max(500)).catch({}),
  quantity: z.coerce.number().int().min(1).max(MAX_QUANTITY).catch(1),
})

export const addLine = form('/cart/lines', input, async (visit, { input: { product: handle, option, ...input } }) => {
  const { texts } = visit
  const product = await readProduct(visit, handle)
  const refuse = async (error: string) => refused(await renderProduct(visit, { product, chosen: option, error }))
  const variant = product.variants?.find(({ id }) => id === input.variant) ?? findVariant(product, option)
  if (!variant) return refuse(isComplete(product.options, option) ? texts.product.notTogether : texts.product.chooseAll)
  if (!isInStock(variant)) return refuse(texts.errors.outOfStock)
  try {
    await addToCart(visit, { variant_id: variant.id, quantity: input.quantity })
  } catch (error) {
    if (error instanceof DomainError) return refuse(messageOf(texts, error))
    throw error
  }
  return seeOther(visit, `/cart?added=${encodeURIComponent(product.title)}`)
})

const isComplete = (options: readonly { id: string }[] = [], chosen: Readonly<Record<string, string>>): boolean =>
  options.every(({ id }) => chosen[id])

/** The first line creates the cart, so that a visitor without one leaves no row. */
export async function addToCart(visit: Visit, line: { variant_id: string; quantity: number }): Promise<void> {
  const { store, cart, market } = visit
  const open = await maybeCart(visit)
  const changed = open
    ? await store.carts.addLineItem({ id: open.id, ...line })
    : await store.carts.create({ region_id: market.region.id, country_code: market.country, items: [line] })
  cart.keep(changed.cart)
}
