import { useMemo } from 'react'

/** The rows of all loaded pages: `usePageRows(pages.data, (page) => page.orders)`. */
export function usePageRows<Page, Row>(
  data: { pages: readonly Page[] } | undefined,
  rowsOf: (page: Page) => readonly Row[],
): Row[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is the same for each answer
  return useMemo(() => data?.pages.flatMap(rowsOf) ?? [], [data])
}
