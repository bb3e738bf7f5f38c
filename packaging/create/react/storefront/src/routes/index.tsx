import { createFileRoute, Link } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { money } from '../format.ts'
import { openStore, readRegion } from '../shop.server.ts'

const PER_PAGE = 12

interface Search {
  q?: string | undefined
  page?: number | undefined
}

const MAX_PAGE = 1000

const readProducts = createServerFn()
  .validator((search: Search) => search)
  .handler(async ({ data: { q, page = 1 } }) => {
    const store = openStore()
    const { id, currency_code } = await readRegion(store)
    const { products, count } = await store.products.list.query({
      ...{ region_id: id, is_giftcard: false, limit: PER_PAGE, offset: (page - 1) * PER_PAGE },
      ...(q && { q }),
    })
    const cards = products.map(({ id, handle, title, thumbnail, variants = [] }) => {
      const prices = variants.flatMap(({ calculated_price }) => calculated_price ?? [])
      return { id, handle: handle ?? id, title, thumbnail, price: prices.length > 0 ? Math.min(...prices) : null }
    })
    return { cards, pages: Math.ceil((count ?? 0) / PER_PAGE), currency: currency_code }
  })

export const Route = createFileRoute('/')({
  validateSearch: ({ q, page }): Search => ({
    q: q === undefined || q === '' ? undefined : String(q).slice(0, 100),
    page: Number(page) > 1 ? Math.min(Math.floor(Number(page)), MAX_PAGE) : undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => readProducts({ data: deps }),
  component: Products,
})

function Products() {
  const { cards, pages, currency } = Route.useLoaderData()
  const { q, page = 1 } = Route.useSearch()
  return (
    <>
      <search>
        <form>
          <input type="search" name="q" aria-label="Search" defaultValue={q} placeholder="Search" />
          <button type="submit">Search</button>
        </form>
      </search>
      {cards.length === 0 && <p>Nothing found.</p>}
      <ul className="grid">
        {cards.map(({ id, handle, title, thumbnail, price }) => (
          <li key={id}>
            <Link to="/products/$handle" params={{ handle }}>
              {thumbnail && <img src={thumbnail} alt="" width={300} height={300} loading="lazy" />}
              {title}
            </Link>
            <p>{money(price, currency)}</p>
          </li>
        ))}
      </ul>
      <nav aria-label="Pages">
        {page > 1 && (
          <Link to="/" search={{ q, page: page - 1 }}>
            Previous
          </Link>
        )}
        {page < pages && (
          <Link to="/" search={{ q, page: page + 1 }}>
            Next
          </Link>
        )}
      </nav>
    </>
  )
}
