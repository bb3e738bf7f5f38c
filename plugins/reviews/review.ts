import { defineEntity, p } from '@mikro-orm/postgresql'
import { Customer, id, NotAllowed, oneOf, Product, personal, timestamps } from 'cartwright'

export const REVIEW_STATUSES = ['pending', 'approved', 'rejected'] as const

const ReviewSchema = defineEntity({
  name: 'Review',
  tableName: 'review',
  properties: {
    id: id('review'),
    ...timestamps(),
    product_id: p.text(),
    customer_id: p.text(),
    rating: p.integer(),
    text: personal(p.text()),
    /** The name that the review shows. Null: none. */
    author: personal(p.text().nullable()),
    status: oneOf(REVIEW_STATUSES).onCreate(() => 'pending'),
    product: () => p.manyToOne(Product).joinColumn('product_id').persist(false).nullable(),
    customer: () => p.manyToOne(Customer).joinColumn('customer_id').persist(false).nullable(),
  },
})

export class Review extends ReviewSchema.class {
  decide(status: 'approved' | 'rejected'): void {
    if (this.status === status) throw new NotAllowed(`The review is already ${status}`)
    this.status = status
  }
}
ReviewSchema.setClass(Review)
