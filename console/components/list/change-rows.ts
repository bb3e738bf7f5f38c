import { queryClient } from '#console/app/api.ts'
import { refreshOnce } from '#console/app/live/refresh-after-mutation.ts'

/** Changes selected rows one after another, for an action of a list. Always returns true. */
export async function changeRows(
  rows: readonly { id: string }[],
  change: (id: string) => Promise<unknown>,
): Promise<true> {
  await refreshOnce(queryClient, async () => {
    for (const { id } of rows) await change(id)
  })
  return true
}
