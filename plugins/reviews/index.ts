import { definePlugin } from 'cartwright'
import { AddReviewAuthor } from './add-review-author.ts'
import { CreateReviews } from './create-reviews.ts'
import { fields } from './fields.ts'
import { admin, store } from './procedures.ts'
import { Review } from './review.ts'

/** Customers review products that they bought. An administrator approves each review before the store shows it. */
export const reviews = definePlugin({
  name: 'reviews',
  cartwright: '^0.1.0',
  fields,
  entities: [Review],
  migrations: [CreateReviews, AddReviewAuthor],
  admin,
  store,
  console: {
    title: 'Reviews',
    folder: new URL('./console/', import.meta.url),
    panels: { product: 'product.html' },
  },
})
