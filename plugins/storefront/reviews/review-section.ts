import { html, type Markup } from 'cartwright'
import type { Product } from '../api.ts'
import { pageLinks } from '../catalogue/paging.ts'
import type { Review } from '../site/other-plugins.ts'
import type { View } from '../site/view.ts'
import { REVIEWS_OF_PAGE, type ShownReviews } from './read-reviews.ts'
import { ratingOf, stars } from './stars.ts'

export interface ReviewSectionContent extends ShownReviews {
  product: Product
}

/** The reviews of a product, and the link to the form. The page is the same for all visitors. */
export function reviewSection(view: View, { product, reviews, count, page }: ReviewSectionContent): Markup {
  const { texts, path } = view
  const found = ratingOf(product)
  return html`<section class="section reviews" id="reviews"><h2>${texts.reviews.title}</h2>
<div class="reviews-head">${
    found
      ? html`<p class="rating">${stars(view, found.average)} <span>${texts.reviews.summary(view.format.number(Math.round(found.average * 10) / 10), found.count)}</span></p>`
      : html`<p class="soft">${texts.reviews.none}</p>`
  }
<p><a class="button button-quiet" href="${path(`/products/${product.handle}/review`)}">${texts.reviews.write}</a></p></div>
<ul class="rows">${reviews.map((one) => html`<li>${reviewItem(view, one)}</li>`)}</ul>
${pageLinks(view, { page, pages: Math.ceil(count / REVIEWS_OF_PAGE), name: 'reviews', label: texts.reviews.pages })}
</section>`
}

/** One review. Its text is in the language of the customer. */
export function reviewItem(view: View, { rating, text, author, created_at }: Review): Markup {
  const { texts, format } = view
  return html`<article class="review-item"><p class="rating">${stars(view, rating)} <b>${author || texts.reviews.customer}</b>
<span class="soft">${format.date(created_at)}</span></p>
<div class="prose">${text.split(/\n\s*\n/).map((part) => html`<p>${part}</p>`)}</div></article>`
}
