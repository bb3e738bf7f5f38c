import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { readCart, readCarts } from '#entities/cart/cart/read-cart.ts'
import { priceCart, priceWithRegionRates } from '#entities/cart/pricing/price-cart.ts'
import { NotFound } from '#entities/errors.ts'
import { shopOf } from '#entities/shop.ts'
import { adminMutation } from '../../procedures/row-mutation.ts'
import { mergeExpanded } from '../../reading/merge-expanded.ts'
import { readRow } from '../../reading/read-row.ts'
import type { RowAnswer } from '../../reading/row-answer.ts'
import { showRow } from '../../reading/show-row.ts'
import { LineItemAdjustmentResource } from '../../resources/line-item.ts'
import { showCartWithCustomer } from '../../resources/show-cart.ts'
import { DraftOrderResource, ListedDraftOrder } from './draft-order-resources.ts'

export const draftOrderReadOptions = {
  resource: ListedDraftOrder,
  defaults: { relations: ['order', 'cart.items.adjustments'] },
  fill: fillAdjustments,
}

const COUNTRIES = ['shipping_address.country', 'billing_address.country']

const draftOrderDetailOptions = {
  ...draftOrderReadOptions,
  defaults: { relations: ['order', ...COUNTRIES.map((path) => `cart.${path}`)] },
}

/** Computes the adjustments, because the database does not store adjustments of open carts. */
async function fillAdjustments(
  { em }: { em: EntityManager },
  drafts: z.output<typeof ListedDraftOrder>[],
): Promise<z.output<typeof ListedDraftOrder>[]> {
  const lines = drafts.flatMap(({ cart }) => cart?.items ?? []).filter(({ adjustments }) => adjustments)
  if (lines.length === 0) return drafts
  const carts = await readCarts(
    em,
    drafts.flatMap(({ cart }) => cart?.id ?? []),
  )
  const computed = carts.flatMap((cart) =>
    priceWithRegionRates(cart, shopOf(em)).lines.map(({ adjustments }, i) => [cart.items[i]?.id, adjustments] as const),
  )
  const adjustmentsByLine = new Map(computed)
  for (const line of lines) {
    const adjustments = adjustmentsByLine.get(line.id) ?? []
    line.adjustments = adjustments.map((adjustment) => showRow(LineItemAdjustmentResource, adjustment))
  }
  return drafts
}

const response = z.object({ draft_order: DraftOrderResource })

export const draftOrderAnswer: RowAnswer<z.output<typeof response>> & { response: typeof response } = {
  response,
  async read({ em }, id) {
    const draft = await readRow(em, {}, { ...draftOrderDetailOptions, where: [{ id }] })
    if (!draft) throw new NotFound(`Draft order with ${id} was not found`)
    const cart = await readCart(em, draft.cart_id as string)
    const draftCart = showCartWithCustomer({ cart, priced: priceCart(cart, shopOf(em), 'forced') })
    for (const path of COUNTRIES) mergeExpanded(draftCart, draft.cart ?? {}, path)
    return { draft_order: { ...draft, order: draft.order ?? null, cart: draftCart } }
  },
}
export const draftOrderMutation = adminMutation(draftOrderAnswer)
