import { html, type Markup } from 'cartwright'
import type { Product, Variant } from '../api.ts'
import { isInStock } from '../catalogue/prices.ts'
import type { View } from '../site/view.ts'

interface WishButtonContent {
  product: Product
  /** The chosen variant. Default: the first one in stock. */
  variant?: Variant | undefined
  /** Whether the button shows its text. */
  isWide?: boolean
}

/** Adds the product to the wishlist, or removes it. All buttons of a page share one form. */
export function wishButton(view: View, { product, variant, isWide = false }: WishButtonContent): Markup | false {
  const { id, title, variants = [] } = product
  const wished = variant ?? variants.find(isInStock) ?? variants[0]
  if (!view.wishes.isOffered || !wished) return false
  const { texts } = view
  const wish = view.wishes.ofProduct(id)
  const [name, value] = wish ? ['remove', wish.id] : ['add', wished.id]
  const label = wish ? texts.wishlist.removeProduct(title) : texts.wishlist.addProduct(title)
  const text = isWide && (wish ? texts.wishlist.removeShort : texts.wishlist.add)
  const look = `wish${wish ? ' wish-chosen' : ''}${isWide ? ' button button-quiet button-wide' : ''}`
  return html`<button class="${look}" form="wish" name="${name}" value="${value}"${!isWide && html` aria-label="${label}"`}>${text}</button>`
}

/** The form of the buttons of a page. */
export function wishForm({ wishes, path, backPath }: View): Markup | false {
  return (
    wishes.isOffered &&
    html`<form id="wish" method="post" action="${path('/account/wishlist')}" hidden><input type="hidden" name="back" value="${backPath}"></form>`
  )
}
