import { html, type Markup } from 'cartwright'
import type { Product } from '../api.ts'
import { rating } from '../reviews/stars.ts'
import type { View } from '../site/view.ts'
import { cardSwatches } from '../swatches/swatch.ts'
import { wishButton } from '../wishlist/wish-button.ts'
import { CARD_SIZES, picture } from './picture.ts'
import { isSoldOut, priceRangeOf } from './prices.ts'

interface ProductCardContent {
  product: Product
  /** Whether it is on the first screen. */
  isFirst?: boolean
}

export function productCard(view: View, { product, isFirst = false }: ProductCardContent): Markup {
  const { texts, path, site } = view
  const price = priceRangeOf(view, product)
  return html`<article class="card"><a href="${path(`/products/${product.handle}`)}">${picture(view, { src: product.thumbnail, alt: '', sizes: CARD_SIZES, isFirst })}<h3><bdi>${product.title}</bdi></h3></a>${
    product.subtitle && html`<p><bdi>${product.subtitle}</bdi></p>`
  }${price && site.components.priceTag(view, { price, isRange: price.isRange })}${isSoldOut(product) && html`<p class="tag">${texts.product.soldOut}</p>`}${cardSwatches(view, product)}${rating(view, product)}${wishButton(view, { product })}</article>`
}
