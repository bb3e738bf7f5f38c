import { field } from 'cartwright'

export const fields = {
  product: {
    /** The average of the approved reviews. */
    rating: field.number(),
    review_count: field.integer({ default: 0 }),
  },
}
