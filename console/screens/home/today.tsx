import { SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { RouterOutputs } from '#client/index.ts'
import { formatMoney, Money } from '#console/components/money.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { home } from '#console/strings/home.ts'
import { lastDays } from './days.ts'
import { SHOWN_DAYS, salesOf } from './home-queries.ts'
import classes from './today.module.css'

const DayChart = lazy(() => import('./day-chart.tsx'))

export type DayOfSales = RouterOutputs['admin']['statistics']['sales']['sales'][number]

/** The orders and the revenue of today for each region and currency, and the orders of the last days. */
export function Today() {
  const words = home.useWords()
  const [days] = useState(() => lastDays(SHOWN_DAYS))
  const [yesterday = '', today = ''] = days.slice(-2)
  const { data, error } = useQuery(salesOf(days))
  const sales = data?.sales ?? []
  const ofToday = sales.filter(({ date }) => date === today)
  return (
    <Section needs="statistics.sales" title={words.today}>
      {error && <ErrorState error={error} />}
      {!data && !error && <LoadingLines lines={3} />}
      {data && ofToday.length === 0 && (
        <Text size="sm" c="dimmed" mb="lg">
          {words.noOrdersToday}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} mb={ofToday.length > 0 ? 'lg' : 0}>
        {ofToday.map((sale) => (
          <RegionSum
            key={`${sale.region_id} ${sale.currency_code}`}
            sale={sale}
            before={sameMarket(sales, sale, yesterday)}
          />
        ))}
      </SimpleGrid>
      {sales.length > 0 && (
        <>
          <Text size="xs" c="var(--quiet)" mb="xs">
            {words.perDay(SHOWN_DAYS)}
          </Text>
          <Suspense fallback={<Skeleton height={180} />}>
            <DayChart days={days} sales={sales} />
          </Suspense>
        </>
      )}
    </Section>
  )
}

function RegionSum({ sale, before }: { sale: DayOfSales; before: DayOfSales | undefined }) {
  const words = home.useWords()
  const { region_name, currency_code, revenue, orders } = sale
  return (
    <div className={classes.sum}>
      <Text size="xs" c="var(--quiet)">
        {region_name} · {currency_code.toUpperCase()}
      </Text>
      <Text fz="1.4rem" fw={650} lh={1.3}>
        <Money amount={revenue} currency={currency_code} />
      </Text>
      <Text size="sm">{words.ordersToday(orders)}</Text>
      <Text size="xs" c="var(--quiet)">
        {words.yesterday(formatMoney(before?.revenue ?? 0, currency_code))}
      </Text>
    </div>
  )
}

const sameMarket = (sales: readonly DayOfSales[], { region_id, currency_code }: DayOfSales, day: string) =>
  sales.find((sale) => sale.date === day && sale.region_id === region_id && sale.currency_code === currency_code)
