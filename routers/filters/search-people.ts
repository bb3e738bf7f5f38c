import { MAX_SEARCH_LENGTH } from '#entities/catalogue/search/search-words.ts'
import { selectMatchingCustomerIds, selectMatchingOrderIds } from '#entities/orders/order/matching-orders.ts'
import { type Condition, searchPattern } from '../reading/conditions.ts'

const MAX_WORDS = 8
/** A trigram index finds words of at least three characters. */
const LONG_WORD = 3

/** Matches orders that contain each word. The number of an order can have a `#`. */
export function searchOrders(text: string | undefined): Condition | undefined {
  return allWords(text, (word) => {
    const number = /^#?(\d{1,9})$/.exec(word)?.[1]
    const display_id = number === undefined ? null : Number(number)
    return selectMatchingOrderIds({
      display_id,
      pattern: searchPattern(word.startsWith('#') && number ? number : word),
      isLong: word.length >= LONG_WORD,
    })
  })
}

/** Matches customers that contain each word. Guests are found by the addresses of their orders. */
export const searchCustomers = (text: string | undefined): Condition | undefined =>
  allWords(text, (word) => selectMatchingCustomerIds(searchPattern(word)))

function allWords(text: string | undefined, idsOf: (word: string) => unknown): Condition | undefined {
  if (!text) return undefined
  const words = text
    .slice(0, MAX_SEARCH_LENGTH)
    .split(/[\s,]+/)
    .filter((word) => word !== '')
  const conditions = [...new Set(words)].slice(0, MAX_WORDS).map((word) => ({ id: { $in: idsOf(word) } }))
  return conditions.length > 0 ? { $and: conditions } : undefined
}
