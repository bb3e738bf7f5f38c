import { SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { cursorPages } from '#console/components/list/use-list.ts'
import { Money } from '#console/components/money.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { useStrings } from '#console/strings/define-strings.ts'
import { home } from '#console/strings/home.ts'
import { startOfDay } from './day.ts'
import classes from './today.module.css'
import { sumByRegion } from './today-sums.ts'

const HourChart = lazy(() => import('./hour-chart.tsx'))

/** The orders and the revenue of today, for each region and currency. */
export function Today() {
  const words = useStrings(home)
  const [since] = useState(() => startOfDay())
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    trpc.admin.orders.list.infiniteQueryOptions(
      {
        created_at: { gte: since },
        status: ['pending', 'completed', 'archived', 'requires_action'],
        limit: 1000,
        expand: 'region',
        fields: 'id,created_at,currency_code,total,region_id',
      },
      { ...cursorPages, refetchInterval: 60_000 },
    ),
  )
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const orders = data?.pages.flatMap((page) => page.orders) ?? []
  return (
    <Section title={words.today}>
      {error && <ErrorState error={error} />}
      {!data && !error && <LoadingLines lines={3} />}
      {data && orders.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.noOrdersToday}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} mb="lg">
        {sumByRegion(orders).map(({ region, currency, count, revenue }) => (
          <div key={`${region} ${currency}`} className={classes.sum}>
            <Text size="xs" c="var(--quiet)">
              {region} · {currency.toUpperCase()}
            </Text>
            <Text fz="1.4rem" fw={650} lh={1.3}>
              <Money amount={revenue} currency={currency} />
            </Text>
            <Text size="sm">{words.ordersToday(count)}</Text>
          </div>
        ))}
      </SimpleGrid>
      {orders.length > 0 && (
        <>
          <Text size="xs" c="var(--quiet)" mb="xs">
            {words.perHour}
          </Text>
          <Suspense fallback={<Skeleton height={180} />}>
            <HourChart orders={orders} />
          </Suspense>
        </>
      )}
    </Section>
  )
}
