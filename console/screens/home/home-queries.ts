import { queryClient, trpc } from '#console/app/api.ts'
import { ORDER_ROW } from '../orders/list/order-columns.tsx'
import { type Period, periodBefore, periodOf } from './period.ts'

const FEW = 5

const { orders, draftOrders, setup, statistics } = trpc.admin

export const setupSteps = () => setup.get.queryOptions()
export const latestOrders = () => orders.list.queryOptions({ ...ORDER_ROW, limit: 8 })

/** The sales of a period and of the one before. */
export const salesOf = (period: Period) =>
  statistics.sales.queryOptions({ from: periodBefore(period).from, to: period.to })

export const topProductsOf = ({ from, to }: Period) => statistics.topProducts.queryOptions({ from, to, limit: 5 })
export const conversionOf = ({ from, to }: Period) => statistics.conversion.queryOptions({ from, to })
export const runningOut = () => statistics.runningOut.queryOptions({ days: 14, limit: 5 })

export const waitingOrders = () => statistics.attention.queryOptions({})
export const openDrafts = () => draftOrders.list.queryOptions({ limit: 1, expand: '', fields: 'id', status: ['open'] })
export const lowStock = () => statistics.lowStock.queryOptions({ threshold: FEW, limit: 6 })
export const failedWork = () => statistics.failures.queryOptions({})

/** Starts the requests of the page before it renders. */
export function prefetchHome(): void {
  void queryClient.prefetchQuery(setupSteps())
  void queryClient.prefetchQuery(latestOrders())
  void queryClient.prefetchQuery(salesOf(periodOf('month')))
  void queryClient.prefetchQuery(topProductsOf(periodOf('month')))
  void queryClient.prefetchQuery(runningOut())
  void queryClient.prefetchQuery(waitingOrders())
  void queryClient.prefetchQuery(openDrafts())
  void queryClient.prefetchQuery(lowStock())
  void queryClient.prefetchQuery(failedWork())
}
