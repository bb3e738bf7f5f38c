import { DomainError, NotFound } from 'cartwright'
import { z } from 'zod'
import { forCustomer } from '../account/for-customer.ts'
import { addToCart } from '../cart/add-to-cart.ts'
import { messageOf } from '../site/messages.ts'
import { ownPath } from '../site/own-path.ts'
import { form } from '../site/page.ts'
import { refused } from '../site/refused.ts'
import { seeOther } from '../site/see-other.ts'
import { addWish, rememberWish, WISHLIST } from './keep-wish.ts'
import { findWish, renderWishlist } from './wishlist-page.ts'

const id = z.string().max(100).optional().catch(undefined)

const change = z.object({ add: id, remove: id, back: ownPath.catch(WISHLIST) })

/** A guest logs in first, and the wish is kept. */
export const changeWishlist = form(WISHLIST, change, async (visit, { input: { add, remove, back } }) => {
  const { store, isLoggedIn } = visit
  if (!store.wishlist) throw new NotFound('This shop has no wishlists')
  if (!isLoggedIn) {
    if (add) rememberWish(visit, add)
    return seeOther(visit, `/account/login?back=${encodeURIComponent(back)}`)
  }
  if (remove) await removeWish(store.wishlist, remove)
  const problem = add && (await addWish(store.wishlist, add))
  return seeOther(visit, problem ? `${WISHLIST}?problem=${problem}` : back)
})

/** The wish may be gone, for example after a second click. */
async function removeWish(wishlist: { remove(input: { id: string }): Promise<unknown> }, id: string): Promise<void> {
  await wishlist.remove({ id }).catch((error: unknown) => {
    if (!(error instanceof NotFound)) throw error
  })
}

const move = z.object({ variant: id })

/** Adds a product of the wishlist to the cart, and then removes it from the wishlist. */
export const moveToCart = form(
  `${WISHLIST}/:id/cart`,
  move,
  forCustomer(async (visit, { input: { variant: chosen }, params: { id: wish_id } }) => {
    const { store, texts } = visit
    if (!store.wishlist) throw new NotFound('This shop has no wishlists')
    const found = await findWish(visit, wish_id)
    const variant = found?.product.variants?.find((one) => one.id === (chosen ?? found.wish.variant_id))
    if (!found || !variant) return refused(await renderWishlist(visit, { error: texts.wishlist.gone }))
    try {
      await addToCart(visit, { variant_id: variant.id, quantity: 1 })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      return refused(await renderWishlist(visit, { error: messageOf(texts, error) }))
    }
    await removeWish(store.wishlist, wish_id)
    return seeOther(visit, `/cart?added=${encodeURIComponent(found.product.title)}`)
  }),
)
