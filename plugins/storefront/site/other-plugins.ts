/* The operations of other plugins that the pages use. Another plugin with the same name and operations can replace each of them. */

interface Paging {
  limit?: number
  offset?: number
  order?: string
}

export interface Review {
  created_at: Date | string
  rating: number
  text: string
  author?: string | null
}

export interface OwnReview extends Review {
  id: string
  status: 'pending' | 'approved' | 'rejected'
}

interface NewReview {
  product_id: string
  rating: number
  text: string
  author?: string | null
}

/** Products of such a shop also have the fields `rating` and `review_count`. */
interface ReviewOperations {
  list(input: Paging & { product_id: string }): Promise<{ reviews: Review[]; count: number | null }>
  getOwn(input: { product_id: string }): Promise<{ review: OwnReview | null; may_review: boolean }>
  create(input: NewReview): Promise<unknown>
  deleteOwn(input: { id: string }): Promise<unknown>
}

export interface Wish {
  id: string
  variant_id: string
  variant?: { product_id: string } | null | undefined
}

interface WishlistOperations {
  list(input: Paging & { expand?: string }): Promise<{ wishes: Wish[] }>
  add(input: { variant_id: string }): Promise<unknown>
  remove(input: { id: string }): Promise<unknown>
}

/** The operations of the plugins that a shop may lack. */
export interface OtherPlugins {
  reviews?: ReviewOperations
  wishlist?: WishlistOperations
}
