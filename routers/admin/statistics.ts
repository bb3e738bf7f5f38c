import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { InvalidData } from '#entities/errors.ts'
import { readTimeZone } from '#entities/market/store/shop-time-zone.ts'
import { type Attention, REASONS, readAttention } from '#entities/statistics/read-attention.ts'
import { readConversion } from '#entities/statistics/read-conversion.ts'
import { readFailures } from '#entities/statistics/read-failures.ts'
import { readLowStock } from '#entities/statistics/read-low-stock.ts'
import { readRunningOut } from '#entities/statistics/read-running-out.ts'
import { readSales } from '#entities/statistics/read-sales.ts'
import { readTaxes } from '#entities/statistics/read-taxes.ts'
import { readTopProducts } from '#entities/statistics/read-top-products.ts'
import { canonicalTimeZone } from '#entities/values/time-zone.ts'
import { rest } from '../context/meta.ts'
import { queryInt } from '../inputs/query.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'

const Period = z.strictObject({ from: z.iso.date(), to: z.iso.date(), time_zone: z.string().optional() })
const Grain = z.enum(['day', 'month', 'year']).default('day')

const SalesRow = z.object({
  date: z.string().describe('The first day of the day, month or year in the period.'),
  region_id: z.string(),
  region_name: z.string(),
  currency_code: z.string(),
  orders: z.int(),
  returning_orders: z.int(),
  revenue: z.int(),
  gift_card_total: z.int(),
  refunded: z.int(),
  subtotal: z.int(),
  discount_total: z.int(),
  shipping_total: z.int(),
  tax_total: z.int(),
})

const ReportedTax = z.object({
  currency_code: z.string(),
  country_code: z.string().nullable(),
  name: z.string().nullable(),
  code: z.string().nullable(),
  rate: z.number(),
  is_giftcard: z.boolean(),
  taxable: z.int(),
  tax: z.int(),
  refunded_taxable: z.int(),
  refunded_tax: z.int(),
  net: z.int(),
  refunded_net: z.int(),
})

const AttentionReason = z.object({
  reason: z.enum(REASONS),
  count: z.int(),
  orders: z.array(
    z.object({ id: z.string(), display_id: z.int(), created_at: z.coerce.date(), currency_code: z.string() }),
  ),
})

const LowStock = z.object({
  id: z.string(),
  product_id: z.string(),
  title: z.string(),
  sku: z.string().nullable(),
  product_title: z.string(),
  thumbnail: z.string().nullable(),
  inventory_quantity: z.int(),
})

const TopProduct = z.object({ id: z.string(), title: z.string(), thumbnail: z.string().nullable(), units: z.int() })

const RunningOut = z.object({
  id: z.string(),
  product_id: z.string(),
  title: z.string(),
  sku: z.string().nullable(),
  product_title: z.string(),
  inventory_quantity: z.int(),
  units_sold: z.int(),
  days_left: z.int(),
})

const Conversion = z.object({
  visits: z.int().nullable().describe('Visitors of the pages of the shop, each one once a day.'),
  carts: z.int(),
  with_items: z.int(),
  with_contact: z.int(),
  orders: z.int(),
})

const Failures = z.object({ payments: z.int(), jobs: z.int(), webhook_deliveries: z.int(), refunds: z.int() })

const count = (max: number, initial: number) => queryInt.pipe(z.int().min(0).max(max)).default(initial)

export const statistics = router({
  sales: adminProcedure
    .meta(rest('GET', '/statistics/sales', 'Retrieve orders, revenue and refunds per day', { allowsStaleReads: true }))
    .input(Period.extend({ grain: Grain }))
    .output(z.object({ sales: z.array(SalesRow) }))
    .query(async ({ ctx, input: { from, to, time_zone, grain } }) => {
      assertPeriod(from, to, grain === 'day' ? MAX_LISTED_DAYS : undefined)
      return { sales: await readSales(ctx.em, from, to, await zoneOf(ctx.em, time_zone), grain) }
    }),

  taxes: adminProcedure
    .meta(rest('GET', '/statistics/taxes', 'Retrieve sales and refunds by country and tax', { allowsStaleReads: true }))
    .input(Period)
    .output(z.object({ taxes: z.array(ReportedTax) }))
    .query(async ({ ctx, input: { from, to, time_zone } }) => {
      assertPeriod(from, to)
      return { taxes: await readTaxes(ctx.em, from, to, await zoneOf(ctx.em, time_zone)) }
    }),

  conversion: adminProcedure
    .meta(
      rest('GET', '/statistics/conversion', 'Count visits, carts, checkouts and orders', { allowsStaleReads: true }),
    )
    .input(Period)
    .output(z.object({ conversion: Conversion }))
    .query(async ({ ctx, input: { from, to, time_zone } }) => {
      assertPeriod(from, to)
      return { conversion: await readConversion(ctx.em, from, to, await zoneOf(ctx.em, time_zone)) }
    }),

  attention: adminProcedure
    .meta(rest('GET', '/statistics/attention', 'List the orders that need attention', { allowsStaleReads: true }))
    .input(z.strictObject({}).prefault({}))
    .output(z.object({ attention: z.array(AttentionReason) }))
    .query(async ({ ctx }) => {
      const found = new Map((await readAttention(ctx.em)).map((one) => [one.reason, one]))
      return { attention: REASONS.map((reason) => dated(found.get(reason) ?? { reason, count: 0, orders: [] })) }
    }),

  lowStock: adminProcedure
    .meta(rest('GET', '/statistics/low-stock', 'List variants with low stock', { allowsStaleReads: true }))
    .input(z.strictObject({ threshold: count(1_000_000, 5), limit: count(200, 20) }).prefault({}))
    .output(z.object({ variants: z.array(LowStock) }))
    .query(async ({ ctx, input: { threshold, limit } }) => ({
      variants: await readLowStock(ctx.em, threshold, limit),
    })),

  topProducts: adminProcedure
    .meta(
      rest('GET', '/statistics/top-products', 'List the products with the most sold units', { allowsStaleReads: true }),
    )
    .input(Period.extend({ limit: count(100, 10) }))
    .output(z.object({ products: z.array(TopProduct) }))
    .query(async ({ ctx, input: { from, to, time_zone, limit } }) => {
      assertPeriod(from, to)
      return { products: await readTopProducts(ctx.em, { from, to, timeZone: await zoneOf(ctx.em, time_zone), limit }) }
    }),

  runningOut: adminProcedure
    .meta(rest('GET', '/statistics/running-out', 'List variants whose stock ends soon', { allowsStaleReads: true }))
    .input(z.strictObject({ days: count(365, 14), limit: count(200, 20) }).prefault({}))
    .output(z.object({ variants: z.array(RunningOut) }))
    .query(async ({ ctx, input: { days, limit } }) => ({ variants: await readRunningOut(ctx.em, days, limit) })),

  failures: adminProcedure
    .meta(rest('GET', '/statistics/failures', 'Count failed payments, jobs, webhook deliveries and refunds'))
    .input(z.strictObject({ days: count(90, 7) }).prefault({}))
    .output(z.object({ failures: Failures }))
    .query(async ({ ctx, input: { days } }) => {
      const [failures] = await readFailures(ctx.em, days)
      return { failures: failures! }
    }),
})

const dated = ({ orders, ...attention }: Attention) => ({
  ...attention,
  orders: orders.map((order) => ({ ...order, created_at: new Date(order.created_at) })),
})

const DAY = 86_400_000
const FIRST_DAY = '1970-01-01'
/** An answer of days has rows for each of them. */
const MAX_LISTED_DAYS = 800

function assertPeriod(from: string, to: string, maxDays = Number.POSITIVE_INFINITY): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY
  if (days < 0) throw new InvalidData('to must not be before from')
  if (days >= maxDays) throw new InvalidData(`The period must have at most ${maxDays} days`)
  if (from < FIRST_DAY) throw new InvalidData(`from must not be before ${FIRST_DAY}`)
}

/** @throws InvalidData for an unknown name. */
const zoneOf = (em: EntityManager, name: string | undefined): Promise<string> | string =>
  name === undefined ? readTimeZone(em) : canonicalTimeZone(name)
