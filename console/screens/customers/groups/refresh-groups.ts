import { queryClient, trpc } from '#console/app/api.ts'

/** Reads groups and their members again. */
export async function refreshGroups(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(trpc.admin.customerGroups.pathFilter()),
    queryClient.invalidateQueries(trpc.admin.customers.pathFilter()),
  ])
}
