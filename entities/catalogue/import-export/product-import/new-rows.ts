import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { type Announcement, announceAll } from '#entities/platform/event/announce.ts'

interface NewRows {
  products: number
  variants: number
}

export async function countNewRows(em: EntityManager): Promise<NewRows> {
  const [counted] = await selectCounts(em)
  return counted ?? { products: 0, variants: 0 }
}

/**
 * Announces the new products and variants of the staged rows, and the changed ones, which the shop had before. Reads the rows in pages, so
 * that the memory does not grow with the file.
 */
export async function announceRows(
  em: EntityManager,
  { products, variants }: { products: ReadonlySet<string>; variants: ReadonlySet<string> },
): Promise<void> {
  await announcePages(em, selectNewProducts, ({ id }) => ({ name: 'product.created', payload: { id } }))
  await announceInBatches(em, [...products], (id) => ({ name: 'product.updated', payload: { id } }))
  await announcePages(em, selectNewVariants, ({ id, product_id }) => ({
    name: 'product-variant.created',
    payload: { id, product_id },
  }))
  if (variants.size > 0)
    await announcePages(em, selectOldVariants, ({ id, product_id }) =>
      variants.has(id) ? { name: 'product-variant.updated', payload: { id, product_id } } : undefined,
    )
}

const EVENTS_PER_STATEMENT = 1000

export async function announceInBatches<Row>(
  em: EntityManager,
  rows: readonly Row[],
  announcementOf: (row: Row) => Announcement,
): Promise<void> {
  for (let start = 0; start < rows.length; start += EVENTS_PER_STATEMENT)
    await announceAll(em, rows.slice(start, start + EVENTS_PER_STATEMENT).map(announcementOf))
}

interface RowPage {
  line: number
  id: string
  product_id: string
}

const ROWS_PER_PAGE = 5000

async function announcePages(
  em: EntityManager,
  selectPage: typeof selectNewProducts,
  announcementOf: (row: RowPage) => Announcement | undefined,
): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await selectPage(em, after, ROWS_PER_PAGE)
    await announceAll(
      em,
      rows.flatMap((row) => announcementOf(row) ?? []),
    )
    if (rows.length < ROWS_PER_PAGE) return
    after = rows.at(-1)!.line
  }
}

const selectCounts = statement<NewRows>(`
  select count(*) filter (where is_first and is_new_product)::int as products,
    count(*) filter (where is_new_variant)::int as variants
  from import_row`)

const pageOf = (columns: string, condition: string) =>
  statement<RowPage>(`
  select line, target_product as product_id, ${columns} as id from import_row
  where line > $1 and ${condition} order by line limit $2`)

const selectNewProducts = pageOf('target_product', 'is_new_product and is_first')
const selectNewVariants = pageOf('target_variant', 'is_new_variant')
const selectOldVariants = pageOf('target_variant', 'is_variant and not is_new_variant')
