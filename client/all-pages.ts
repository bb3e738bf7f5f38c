/** A list of the shop that goes by cursor. */
interface List<Page> {
  // biome-ignore lint/suspicious/noExplicitAny: `never` would not take what tRPC calls an optional input
  query(input: any): Promise<Page>
}

interface Paged {
  next_cursor?: string | null | undefined
}

type Asked<Of extends List<Paged>> = Omit<
  Extract<Parameters<Of['query']>[0], object>,
  'cursor' | 'direction' | 'offset' | 'with_count'
>

/** The one property of a page that is a list holds its rows. */
type RowOf<Page> = Extract<Page[keyof Page], readonly unknown[]>[number]

/**
 * All rows of a list, asked for page by page (`limit` says how long one is) as they are read, whatever comes and goes
 * meanwhile: `for await (const order of allPages(client.admin.orders.list, { status: ['pending'] }))`.
 */
export async function* allPages<Of extends List<Paged>>(
  list: Of,
  ...[asked]: object extends Asked<Of> ? [asked?: Asked<Of>] : [asked: Asked<Of>]
): AsyncGenerator<RowOf<Awaited<ReturnType<Of['query']>>>> {
  let cursor: string | null | undefined = null
  do {
    const page: Paged = await list.query({ ...asked, cursor })
    yield* Object.values(page).find(Array.isArray) ?? []
    cursor = page.next_cursor
  } while (cursor)
}
