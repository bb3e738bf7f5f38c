import assert from 'node:assert/strict'
import type { Contender } from './contender.ts'
import { READS, type Request } from './requests.ts'
import { argumentsOf, visit } from './visit.ts'

/** Fails if the programs return different products, prices, counts or totals. Products are compared by title, because the IDs of shops differ. */
export async function assertSameAnswers(contenders: readonly Contender[]): Promise<void> {
  const [first, ...others] = contenders
  for (const other of others) {
    const isFair = (request: Request) => request.answeredBy === 'all' || other.program !== 'peer'
    for (const request of Object.values<Request>(READS).filter(isFair)) {
      const [expected, actual] = [await summaryOf(first!, request), await summaryOf(other, request)]
      // Medusa v1 does not sort variants.
      if (other.program === 'peer' && request === READS.variants) continue
      assert.deepEqual(actual, expected, `The ${other.program} answers "${request.name}" differently`)
    }
    assert.deepEqual(await totalsOf(other), await totalsOf(first!), `The totals of the ${other.program} differ`)
  }
}

interface Priced {
  sku?: string
  calculated_price?: number | null
  calculated_price_incl_tax?: number | null
  original_price?: number | null
  prices?: { amount: number }[]
}

interface Shown extends Priced {
  title?: string
  name?: string
  variants?: Priced[]
  product?: { title: string }
}

type Answer = Record<string, Shown | Shown[] | number | object>

async function summaryOf({ connection, shop }: Contender, request: Request): Promise<object> {
  const answer = await connection.send<Answer>(...argumentsOf(request, { shop, i: 3 }))
  const rows = [answer.products ?? answer.product ?? answer.hits ?? answer.variants ?? []].flat() as Shown[]
  const shown = rows.map((row) => ({
    title: row.title,
    product: row.product?.title,
    ...pricesOf(row),
    variants: row.variants?.map(pricesOf),
  }))
  const [list] = Object.values(answer).filter(Array.isArray)
  const facets = Object.values((answer.facets ?? {}) as Record<string, { count: number }[]>)
  const counts = facets.map((values) => values.map(({ count }) => count))
  // Requests for whole tables, such as regions: the tables of a peer may have rows of earlier runs.
  const isWholeTable = rows.length === 0
  return { shown, facets: counts, ...(!isWholeTable && { count: answer.count, rows: list?.length }) }
}

const pricesOf = ({ calculated_price, calculated_price_incl_tax, original_price, prices }: Priced) => ({
  ...{ calculated_price, calculated_price_incl_tax, original_price },
  prices: prices?.map(({ amount }) => amount).toSorted((a, b) => a - b),
})

async function totalsOf(one: Contender): Promise<object> {
  const order: Record<string, unknown> = {
    ...(await visit(one.connection, { shop: one.shop, i: 1, hasFacets: one.program !== 'peer' })),
  }
  const { subtotal, discount_total, shipping_total, tax_total, total } = order
  return { subtotal, discount_total, shipping_total, tax_total, total }
}
