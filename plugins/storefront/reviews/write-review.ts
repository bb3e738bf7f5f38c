import { DomainError, html, type Markup, NotFound } from 'cartwright'
import { z } from 'zod'
import { forCustomer } from '../account/for-customer.ts'
import type { Product } from '../api.ts'
import { readProduct } from '../catalogue/read-product.ts'
import { field, HONEYPOT, honeypot } from '../shell/field.ts'
import { renderPage } from '../shell/render-page.ts'
import type { OwnReview } from '../site/other-plugins.ts'
import { form, page } from '../site/page.ts'
import { refused } from '../site/refused.ts'
import { seeOther } from '../site/see-other.ts'
import type { Visit } from '../site/visit.ts'
import { reviewItem } from './review-section.ts'
import { BEST } from './stars.ts'

const PATH = '/products/:handle/review'
const MAX_TEXT = 5000
const MAX_AUTHOR = 80

export const newReview = page(
  PATH,
  {},
  forCustomer((visit, { params: { handle } }: { params: { handle: string } }) => renderReview(visit, handle)),
)

const input = z.object({
  rating: z.coerce.number().int().min(1).max(BEST).optional().catch(undefined),
  text: z.string().trim().default(''),
  author: z.string().trim().default(''),
  /** The review to delete. */
  delete: z.string().max(100).optional().catch(undefined),
  [HONEYPOT]: z.string().max(1000).default(''),
})

type Values = Pick<z.output<typeof input>, 'rating' | 'text' | 'author'>
type Errors = Partial<Record<keyof Values, string>>

/** A customer who bought the product writes a review, or deletes the earlier one. */
export const writeReview = form(
  PATH,
  input,
  forCustomer(async (visit, { params: { handle }, input: { [HONEYPOT]: trap, delete: deleted, ...values } }) => {
    const { store, texts } = visit
    if (!store.reviews) throw new NotFound('This shop has no reviews')
    const { id: product_id } = await readProduct(visit, handle)
    const errors = deleted ? {} : errorsOf(visit, values)
    if (Object.keys(errors).length > 0) return refused(await renderReview(visit, handle, { values, errors }))
    try {
      if (deleted) await store.reviews.deleteOwn({ id: deleted })
      else if (trap === '') await store.reviews.create({ ...values, product_id, rating: values.rating ?? BEST })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      if (error.kind === 'too_many_requests') throw error
      return refused(await renderReview(visit, handle, { values, errors: {}, error: texts.errors.other }))
    }
    return seeOther(visit, `/products/${encodeURIComponent(handle)}/review`)
  }),
)

function errorsOf({ texts: { errors, reviews } }: Visit, { rating, text, author }: Values): Errors {
  return {
    ...(rating === undefined && { rating: errors.choose }),
    ...(text === '' && { text: errors.required(reviews.text) }),
    ...(text.length > MAX_TEXT && { text: errors.tooLong(reviews.text) }),
    ...(author === '' && { author: errors.required(reviews.author) }),
    ...(author.length > MAX_AUTHOR && { author: errors.tooLong(reviews.author) }),
  }
}

interface ReviewContent {
  values?: Values
  errors?: Errors
  error?: string
}

/** The form, or the reason why the customer cannot write a review. */
async function renderReview(visit: Visit, handle: string, content: ReviewContent = {}): Promise<Markup> {
  const { store, texts, path } = visit
  if (!store.reviews) throw new NotFound('This shop has no reviews')
  const product = await readProduct(visit, handle)
  const { review, may_review } = await store.reviews.getOwn({ product_id: product.id })
  const title = texts.reviews.titleOf(product.title)
  const main = html`<div class="narrow"><h1>${title}</h1>
${content.error && html`<p class="error" role="alert">${content.error}</p>`}
${review ? ownReview(visit, product, review) : may_review ? await reviewForm(visit, product, content) : html`<p class="note">${texts.reviews.onlyBuyers}</p>`}
<p><a href="${path(`/products/${product.handle}`)}">${texts.reviews.back(product.title)}</a></p></div>`
  return renderPage(visit, { title, main, isListed: false })
}

const addressOf = ({ path }: Visit, { handle }: Product): string => path(`/products/${handle}/review`)

function ownReview(visit: Visit, product: Product, review: OwnReview): Markup {
  const { reviews } = visit.texts
  return html`<p class="notice" role="status">${reviews[review.status]}</p>
${reviewItem(visit, review)}
<form method="post" action="${addressOf(visit, product)}"><input type="hidden" name="delete" value="${review.id}">
<button class="button button-quiet">${reviews.delete}</button></form>`
}

async function reviewForm(visit: Visit, product: Product, { values, errors = {} }: ReviewContent): Promise<Markup> {
  const { reviews } = visit.texts
  const author = values?.author ?? (await visit.store.customers.get()).customer.first_name
  return html`<p class="lead">${reviews.lead}</p>
<form class="fields" method="post" action="${addressOf(visit, product)}" novalidate>
${ratingField(visit, values?.rating, errors.rating)}
<div class="field"><label for="text">${reviews.text}</label>
<textarea id="text" name="text" rows="6" maxlength="${MAX_TEXT}" required${errors.text && html` aria-invalid="true" aria-describedby="text-error"`}>
${values?.text}</textarea>
${errors.text && html`<p class="error" id="text-error">${errors.text}</p>`}</div>
${field(visit, { name: 'author', label: reviews.author, value: author, error: errors.author, hint: reviews.authorHint, maxLength: MAX_AUTHOR, autocomplete: 'nickname' })}
${honeypot(visit)}
<button class="button button-wide">${reviews.send}</button></form>`
}

function ratingField(visit: Visit, chosen: number | undefined, error: string | undefined): Markup {
  const { reviews } = visit.texts
  const values = Array.from({ length: BEST }, (_, i) => BEST - i)
  return html`<fieldset class="option"${error && html` aria-describedby="rating-error"`}><legend>${reviews.rating}</legend><div class="option-values">
${values.map((value) => html`<label class="option-value"><input type="radio" name="rating" value="${value}" required${value === chosen && html` checked`}><span>${reviews.starsShort(value)}</span></label>`)}</div>
${error && html`<p class="error" id="rating-error">${error}</p>`}</fieldset>`
}
