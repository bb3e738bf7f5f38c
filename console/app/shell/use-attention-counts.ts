import { useQueries } from '@tanstack/react-query'
import { failedWork, openDrafts, waitingOrders } from '#console/screens/home/home-queries.ts'
import type { AreaName } from '#console/strings/navigation.ts'

/** How many things in an area wait for an administrator. The start page lists them. */
export function useAttentionCounts(): Partial<Record<AreaName, number>> {
  const [waiting, drafts, failed] = useQueries({ queries: [waitingOrders(), openDrafts(), failedWork()] })
  return {
    orders: waiting.data?.attention.reduce((sum, { count }) => sum + count, 0) ?? 0,
    draftOrders: drafts.data?.count ?? 0,
    activity: failed.data?.failures.jobs ?? 0,
    settings: failed.data?.failures.webhook_deliveries ?? 0,
  }
}
