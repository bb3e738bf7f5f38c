import { CustomerResource, columnsOf, defineResource, ProductResource, pickColumns, toOne } from 'cartwright'
import { Review } from './review.ts'

export const AdminReview = defineResource({
  name: 'AdminReview',
  entity: Review,
  columns: columnsOf(Review),
  relations: () => ({ product: toOne(ProductResource), customer: toOne(CustomerResource) }),
})

/** Omits the customer, because all callers of the store see the review. */
export const ReviewResource = defineResource({
  name: 'Review',
  entity: Review,
  columns: pickColumns(Review, ['id', 'created_at', 'product_id', 'rating', 'text', 'author']),
})

/** A review for the customer who wrote it. */
export const OwnReview = defineResource({
  name: 'OwnReview',
  entity: Review,
  columns: pickColumns(Review, ['id', 'created_at', 'product_id', 'rating', 'text', 'author', 'status']),
})
