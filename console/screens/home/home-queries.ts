import { queryClient, trpc } from '#console/app/api.ts'
import { ORDER_ROW } from '../orders/list/order-columns.tsx'
import { lastDays, timeZone } from './days.ts'

const FEW = 5

/** The number of days in the chart. */
export const SHOWN_DAYS = 14

const { orders, draftOrders, setup, statistics } = trpc.admin

export const setupSteps = () => setup.get.queryOptions()
export const latestOrders = () => orders.list.queryOptions({ ...ORDER_ROW, limit: 8 })

export function salesOf(days: readonly string[]) {
  const [from = '', to = ''] = [days[0], days.at(-1)]
  return statistics.sales.queryOptions({ from, to, time_zone: timeZone() })
}

export const waitingOrders = () => statistics.attention.queryOptions({})
export const openDrafts = () => draftOrders.list.queryOptions({ limit: 1, expand: '', fields: 'id', status: ['open'] })
export const lowStock = () => statistics.lowStock.queryOptions({ threshold: FEW, limit: 6 })
export const failedWork = () => statistics.failures.queryOptions({})

/** Starts the requests of the page before it renders. */
export function prefetchHome(): void {
  void queryClient.prefetchQuery(setupSteps())
  void queryClient.prefetchQuery(latestOrders())
  void queryClient.prefetchQuery(salesOf(lastDays(SHOWN_DAYS)))
  void queryClient.prefetchQuery(waitingOrders())
  void queryClient.prefetchQuery(openDrafts())
  void queryClient.prefetchQuery(lowStock())
  void queryClient.prefetchQuery(failedWork())
}
