import { MAX_SEARCH_LENGTH } from '#entities/catalogue/search/search-words.ts'
import {
  selectMatchingCustomerIds,
  selectMatchingOrderIds,
  selectNumberedOrderIds,
} from '#entities/orders/order/matching-orders.ts'
import { Order } from '#entities/orders/order/order.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { type Condition, searchPattern } from '../reading/conditions.ts'
import { mayFindBy } from '../reading/readable-filters.ts'

const MAX_WORDS = 8
/** A trigram index finds these words anywhere in a text, and shorter ones at its beginning. */
const LONG_WORD = 3

/** Matches orders that contain each word. A word such as `#71` is only the number of an order. */
export function searchOrders(text: string | undefined): Condition | undefined {
  const withCustomers = mayFindBy(Order, Customer)
  return allWords(text, (word) => {
    const [, hash, number] = /^(#?)(\d{1,9})$/.exec(word) ?? []
    const display_id = number === undefined ? null : Number(number)
    if (hash && display_id !== null) return selectNumberedOrderIds(display_id)
    return selectMatchingOrderIds({ display_id, pattern: patternOf(word), isLong: isLong(word), withCustomers })
  })
}

/** Matches customers that contain each word. Guests are found by the addresses of their orders. */
export function searchCustomers(text: string | undefined): Condition | undefined {
  const withOrders = mayFindBy(Customer, Order)
  return allWords(text, (word) => selectMatchingCustomerIds(patternOf(word), withOrders))
}

const isLong = (word: string): boolean => word.length >= LONG_WORD

/** A pattern for a part of a text, or for its beginning if the word is short. Both use the index. */
const patternOf = (word: string): string => (isLong(word) ? searchPattern(word) : searchPattern(word).slice(1))

function allWords(text: string | undefined, idsOf: (word: string) => unknown): Condition | undefined {
  if (!text) return undefined
  const words = text
    .slice(0, MAX_SEARCH_LENGTH)
    .split(/[\s,]+/)
    .filter((word) => word !== '')
  const conditions = [...new Set(words)].slice(0, MAX_WORDS).map((word) => ({ id: { $in: idsOf(word) } }))
  return conditions.length > 0 ? { $and: conditions } : undefined
}
