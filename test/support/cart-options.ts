import type { Identified } from './resources.ts'
import type { Caller } from './shop.ts'

export interface CartOptions {
  /** Default: a new region. */
  region?: Identified
  /** Default: one unit of a new product. */
  lines?: readonly (readonly [variant: { id: string }, quantity: number])[]
  email?: string
  discounts?: readonly string[]
  gift_cards?: readonly string[]
  /** Default: a free option, if the region offers the cart any option. With null, the cart has no shipping method. */
  option?: { id: string } | null | undefined
  by?: Caller
}
