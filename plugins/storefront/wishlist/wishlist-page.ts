import { html, type Markup, NotFound } from 'cartwright'
import { z } from 'zod'
import { forCustomer } from '../account/for-customer.ts'
import type { Product, Variant } from '../api.ts'
import { picture } from '../catalogue/picture.ts'
import { isInStock, priceRangeOf } from '../catalogue/prices.ts'
import { readCards } from '../catalogue/read-products.ts'
import { renderPage } from '../shell/render-page.ts'
import type { Wish } from '../site/other-plugins.ts'
import { page } from '../site/page.ts'
import type { View } from '../site/view.ts'
import type { Visit } from '../site/visit.ts'
import { PROBLEMS, WISHLIST } from './keep-wish.ts'

const query = z.object({ problem: z.enum(PROBLEMS).optional().catch(undefined) })

export const wishlist = page(
  WISHLIST,
  { input: query },
  forCustomer((visit, { input: { problem } }) =>
    renderWishlist(visit, { error: problem && visit.texts.wishlist[problem] }),
  ),
)

export interface WishlistContent {
  wishes: readonly WishedProduct[]
  error?: string | undefined
}

export interface WishedProduct {
  wish: Wish
  product: Product
}

export async function renderWishlist(visit: Visit, { error }: { error?: string | undefined }): Promise<Markup> {
  if (!visit.wishes.isOffered) throw new NotFound('This shop has no wishlists')
  const main = visit.site.components.wishlistPage(visit, { wishes: await readWished(visit), error })
  return renderPage(visit, { title: visit.texts.wishlist.title, main, isListed: false })
}

/** The wishes with their products, the newest first. Products that the shop no longer shows are left out. */
async function readWished(visit: Visit): Promise<WishedProduct[]> {
  const wishes = await visit.wishes.load()
  const ids = [...new Set(wishes.flatMap(({ variant }) => variant?.product_id ?? []))]
  const { products } = ids.length > 0 ? await readCards(visit, { id: ids, limit: ids.length }) : { products: [] }
  const byId = new Map(products.map((product) => [product.id, product]))
  return wishes.flatMap((wish) => {
    const product = byId.get(wish.variant?.product_id ?? '')
    return product ? [{ wish, product }] : []
  })
}

export const findWish = async (visit: Visit, id: string): Promise<WishedProduct | undefined> =>
  (await readWished(visit)).find(({ wish }) => wish.id === id)

export function wishlistPage(view: View, { wishes, error }: WishlistContent): Markup {
  const { texts, path } = view
  const problem = error && html`<p class="error" role="alert">${error}</p>`
  if (wishes.length === 0)
    return html`<div class="message"><h1>${texts.wishlist.title}</h1>${problem}<p>${texts.wishlist.empty}</p>
<p><a class="button" href="${path('/products')}">${texts.cart.start}</a></p></div>`
  return html`<div class="account"><h1>${texts.wishlist.title}</h1>${problem}
<ul class="lines">${wishes.map((one) => wishedLine(view, one))}</ul>
<p class="section"><a href="${path('/account')}">${texts.account.title}</a></p></div>`
}

const LINE_SIZES = '6rem'

function wishedLine(view: View, { wish, product }: WishedProduct): Markup {
  const { texts, path, site } = view
  const { title, handle, thumbnail, variants = [] } = product
  const chosen = variants.find(({ id }) => id === wish.variant_id) ?? variants[0]
  const price = chosen && priceRangeOf(view, { variants: [chosen] })
  const address = html`${path(`/products/${handle}`)}?variant=${encodeURIComponent(wish.variant_id)}`
  return html`<li class="line">${picture(view, { src: thumbnail, alt: '', sizes: LINE_SIZES })}
<div class="line-text"><h2 class="line-title"><a href="${address}">${title}</a></h2>
${price && site.components.priceTag(view, { price })}
<div class="line-forms">${moveForm(view, wish, product)}
<form method="post" action="${path(WISHLIST)}"><input type="hidden" name="remove" value="${wish.id}">
<button class="link-button" aria-label="${texts.wishlist.removeProduct(title)}">${texts.cart.remove}</button></form></div></div></li>`
}

function moveForm(view: View, wish: Wish, product: Product): Markup {
  const { texts, path } = view
  const { title, variants = [] } = product
  const sold = variants.filter((variant) => isInStock(variant) && priceRangeOf(view, { variants: [variant] }))
  if (sold.length === 0) return html`<p class="tag">${texts.product.soldOut}</p>`
  return html`<form class="wish-move" method="post" action="${path(`${WISHLIST}/${wish.id}/cart`)}">
${variants.length > 1 && variantField(view, { wish, title, variants: sold })}
<button class="button button-quiet" aria-label="${texts.wishlist.moveProduct(title)}">${texts.wishlist.move}</button></form>`
}

interface VariantField {
  wish: Wish
  title: string
  variants: readonly Variant[]
}

const variantField = ({ texts }: View, { wish, title, variants }: VariantField): Markup =>
  html`<select name="variant" aria-label="${texts.wishlist.variantOf(title)}">${variants.map(
    ({ id, title: name }) => html`<option value="${id}"${id === wish.variant_id && html` selected`}>${name}</option>`,
  )}</select>`
