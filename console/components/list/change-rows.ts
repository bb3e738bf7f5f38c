import { queryClient } from '#console/app/api.ts'
import { refreshOnce } from '#console/app/live/refresh-after-mutation.ts'

/**
 * Changes selected rows one after another, for an action of a list. Always returns true. If a row is refused, the rows before it stay
 * changed: `onChanged` gets them, and then the promise rejects.
 */
export async function changeRows<Row extends { id: string }>(
  rows: readonly Row[],
  change: (row: Row) => Promise<unknown>,
  onChanged?: (changed: readonly Row[]) => void,
): Promise<true> {
  const changed: Row[] = []
  try {
    await refreshOnce(queryClient, async () => {
      for (const row of rows) {
        await change(row)
        changed.push(row)
      }
    })
  } finally {
    if (changed.length > 0) onChanged?.(changed)
  }
  return true
}
