interface ListProcedure<Page> {
  query(input: unknown): Promise<Page>
}

interface PagedResult {
  next_cursor?: string | null | undefined
}

type ListInput<Of extends ListProcedure<PagedResult>> = Omit<
  Extract<Parameters<Of['query']>[0], object>,
  'cursor' | 'direction' | 'offset' | 'with_count'
>

/** The rows of a page are in its only array property. */
type PageRow<Page> = Extract<Page[keyof Page], readonly unknown[]>[number]

/** Yields the rows of all pages: `for await (const order of allPages(client.admin.orders.list))`. */
export async function* allPages<Of extends ListProcedure<PagedResult>>(
  list: Of,
  ...[input]: object extends ListInput<Of> ? [input?: ListInput<Of>] : [input: ListInput<Of>]
): AsyncGenerator<PageRow<Awaited<ReturnType<Of['query']>>>> {
  let cursor: string | null | undefined = null
  do {
    const page: PagedResult = await list.query({ ...input, cursor })
    yield* Object.values(page).find(Array.isArray) ?? []
    cursor = page.next_cursor
  } while (cursor)
}
