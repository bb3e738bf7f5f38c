import type { CartLineSnapshot, CartSnapshot } from '#entities/cart/cart/read-cart.ts'
import { InvalidData } from '#entities/errors.ts'

/**
 * A product can be deleted, become a draft or leave the sales channel while it is in a cart. Administrators can still
 * sell the last two.
 * @throws InvalidData with the titles of the lines
 */
export function assertLinesSold({ type, items }: CartSnapshot): void {
  const isChosenByShop = type !== 'default' && type !== 'payment_link'
  const isSold = ({ variant, is_offered }: CartLineSnapshot) =>
    variant !== null && (isChosenByShop || (is_offered && variant.product.status === 'published'))
  const unsold = items.filter((line) => line.variant_id !== null && !line.is_return && !isSold(line))
  if (unsold.length === 0) return
  const titles = [...new Set(unsold.map(({ title }) => title))].join(', ')
  throw new InvalidData(`These products are not sold any longer: ${titles}. Remove them from the cart.`).because({
    name: 'products_not_sold',
    titles,
  })
}
