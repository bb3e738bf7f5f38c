import { z } from 'zod'
import { FULFILLMENT_STATUSES, ORDER_STATUSES, PAYMENT_STATUSES } from '#entities/orders/order/statuses.ts'
import { storedSpellings } from '#entities/values/email.ts'
import { dateFilter, type QueryList, queryInt, queryList, queryNumber, queryOneOrMany } from '../inputs/query.ts'
import { type Condition, equalTo, inRange } from '../reading/conditions.ts'
import { searchOrders } from './search-people.ts'

const text = z.string().optional()

const orderFiltersWith = (statuses: QueryList) => ({
  id: text,
  q: text,
  status: statuses(z.enum(ORDER_STATUSES)).optional(),
  fulfillment_status: statuses(z.enum(FULFILLMENT_STATUSES)).optional(),
  payment_status: statuses(z.enum(PAYMENT_STATUSES)).optional(),
  display_id: queryInt.optional(),
  cart_id: text,
  email: text,
  currency_code: text,
  tax_rate: queryNumber.optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
  canceled_at: dateFilter.optional(),
})

export const orderFilters = orderFiltersWith(queryList)

/** Order filters of the store. They also accept one status instead of a list. */
export const ownOrderFilters = orderFiltersWith(queryOneOrMany)

type Filters = z.output<z.ZodObject<typeof orderFilters>>

export function orderConditions(filters: Filters): (Condition | undefined)[] {
  const { id, status, fulfillment_status, payment_status, cart_id, currency_code, tax_rate, ...others } = filters
  const { q, display_id, email, created_at, updated_at, canceled_at } = others
  return [
    equalTo({ id, status, fulfillment_status, payment_status, cart_id, currency_code, tax_rate }),
    display_id === undefined ? undefined : displayIdCondition(display_id),
    equalTo({ email: email && storedSpellings(email) }),
    inRange({ created_at, updated_at, canceled_at }),
    searchOrders(q),
  ]
}

const GREATEST_NUMBER = 2_147_483_647

const displayIdCondition = (display_id: number): Condition =>
  Math.abs(display_id) > GREATEST_NUMBER ? { id: null } : { display_id }
