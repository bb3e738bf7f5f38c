import { queryClient, trpc } from '#console/app/api.ts'
import { ORDER_ROW } from '../orders/list/order-columns.tsx'
import { grainOf, type Period, periodBefore, periodOf } from './period.ts'

const FEW = 5

const { orders, draftOrders, setup, statistics } = trpc.admin

export const setupSteps = () => setup.get.queryOptions()
export const latestOrders = () => orders.list.queryOptions({ ...ORDER_ROW, limit: 8 })

export const salesOf = ({ from, to }: Period) =>
  statistics.sales.queryOptions({ from, to, grain: grainOf({ from, to }) })

export const topProductsOf = ({ from, to }: Period) => statistics.topProducts.queryOptions({ from, to, limit: 5 })
export const conversionOf = ({ from, to }: Period) => statistics.conversion.queryOptions({ from, to })
export const runningOut = () => statistics.runningOut.queryOptions({ days: 14, limit: 5 })

export const waitingOrders = () => statistics.attention.queryOptions({})
export const openDrafts = () => draftOrders.list.queryOptions({ limit: 1, expand: '', fields: 'id', status: ['open'] })
export const lowStock = () => statistics.lowStock.queryOptions({ threshold: FEW, limit: 6 })
export const failedWork = () => statistics.failures.queryOptions({})

/** The page waits for its answers at most this number of milliseconds, so that nothing moves when a later one arrives. */
const LONGEST_WAIT = 2000

/** Reads the data of the page before it renders. A later visit shows the earlier answers at once. */
export async function prefetchHome(): Promise<void> {
  const revalidateIfStale = true
  const period = periodOf('month')
  const before = periodBefore({ preset: 'month', period }) ?? period
  const answers = [
    queryClient.ensureQueryData({ ...setupSteps(), revalidateIfStale }),
    queryClient.ensureQueryData({ ...latestOrders(), revalidateIfStale }),
    queryClient.ensureQueryData({ ...salesOf(period), revalidateIfStale }),
    queryClient.ensureQueryData({ ...salesOf(before), revalidateIfStale }),
    queryClient.ensureQueryData({ ...topProductsOf(period), revalidateIfStale }),
    queryClient.ensureQueryData({ ...runningOut(), revalidateIfStale }),
    queryClient.ensureQueryData({ ...waitingOrders(), revalidateIfStale }),
    queryClient.ensureQueryData({ ...openDrafts(), revalidateIfStale }),
    queryClient.ensureQueryData({ ...lowStock(), revalidateIfStale }),
    queryClient.ensureQueryData({ ...failedWork(), revalidateIfStale }),
  ]
  await Promise.race([Promise.allSettled(answers), new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT))])
}
