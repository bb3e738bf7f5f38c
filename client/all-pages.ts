/** A list of the shop that goes by cursor. */
interface ListProcedure<Page> {
  // biome-ignore lint/suspicious/noExplicitAny: `never` would not take what tRPC calls an optional input
  query(input: any): Promise<Page>
}

interface PagedResult {
  next_cursor?: string | null | undefined
}

type ListInput<Of extends ListProcedure<PagedResult>> = Omit<
  Extract<Parameters<Of['query']>[0], object>,
  'cursor' | 'direction' | 'offset' | 'with_count'
>

/** The one property of a page that is a list holds its rows. */
type PageRow<Page> = Extract<Page[keyof Page], readonly unknown[]>[number]

/**
 * All rows of a list, asked for page by page (`limit` says how long one is) as they are read, whatever comes and goes
 * meanwhile: `for await (const order of allPages(client.admin.orders.list, { status: ['pending'] }))`.
 */
export async function* allPages<Of extends ListProcedure<PagedResult>>(
  list: Of,
  ...[asked]: object extends ListInput<Of> ? [asked?: ListInput<Of>] : [asked: ListInput<Of>]
): AsyncGenerator<PageRow<Awaited<ReturnType<Of['query']>>>> {
  let cursor: string | null | undefined = null
  do {
    const page: PagedResult = await list.query({ ...asked, cursor })
    yield* Object.values(page).find(Array.isArray) ?? []
    cursor = page.next_cursor
  } while (cursor)
}
