import type { QueryFilters } from '@tanstack/react-query'
import { queryClient } from '#console/app/api.ts'

interface RowChange {
  rows: readonly { id: string }[]
  change(id: string): Promise<unknown>
  /** The queries to read again, also after an error: `trpc.admin.products.pathFilter()`. */
  changed: QueryFilters
}

/** Changes selected rows one after another, for an action of a list. Always returns true. */
export async function changeRows({ rows, change, changed }: RowChange): Promise<true> {
  try {
    for (const { id } of rows) await change(id)
  } finally {
    await queryClient.invalidateQueries(changed)
  }
  return true
}
