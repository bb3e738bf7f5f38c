import { Button, NativeSelect, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { currentLocale } from '#console/app/language.ts'
import { Allowed } from '#console/components/allowed.tsx'
import { saveCsv } from '#console/components/csv.ts'
import { formatMoney } from '#console/components/money.tsx'
import { PageButton, PageLink } from '#console/components/page-link.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { formatDay } from '#console/components/time.tsx'
import { home } from '#console/strings/home.ts'
import { BarChart } from './bar-chart.tsx'
import { Conversion } from './conversion.tsx'
import { Figure } from './figure.tsx'
import { salesOf } from './home-queries.ts'
import { daysOf, isPeriod, type Period, periodBefore, periodOf } from './period.ts'
import { type ChosenPeriod, PeriodPicker } from './period-picker.tsx'
import {
  averageOf,
  changeOf,
  type DayOfSales,
  figuresOf,
  type Market,
  marketsOf,
  returningShareOf,
  salesOfMarket,
  within,
} from './sales.ts'
import { SalesBreakdown } from './sales-breakdown.tsx'
import { salesCsv } from './sales-csv.ts'
import { TopProducts } from './top-products.tsx'

/** The money and the orders of a period for each region and currency, against the period before. */
export function SalesSection() {
  const words = home.useWords()
  const [chosen, choose] = useState<ChosenPeriod>({ preset: 'month', period: periodOf('month') })
  const [shown, show] = useState(chosen.period)
  const [marketKey, chooseMarket] = useState('')
  const { data, error, isPlaceholderData } = useQuery({ ...salesOf(shown), placeholderData: keepPreviousData })
  const ofPeriod = within(data?.sales ?? [], shown)
  const markets = marketsOf(data?.sales ?? [])
  const market = markets.find(({ key }) => key === marketKey) ?? markets[0]
  return (
    <Section
      needs="statistics.sales"
      title={words.sales}
      actions={
        <>
          <PeriodPicker
            chosen={chosen}
            onChange={(next) => {
              choose(next)
              if (isPeriod(next.period)) show(next.period)
            }}
          />
          <Allowed needs="statistics.taxes">
            <PageButton to="/tax-report" size="xs" variant="default">
              {words.taxReport}
            </PageButton>
          </Allowed>
          {ofPeriod.length > 0 && !isPlaceholderData && (
            <Button
              size="xs"
              variant="default"
              onClick={() => saveCsv(`sales-${shown.from}-${shown.to}.csv`, salesCsv(ofPeriod))}
            >
              {words.exportSales}
            </Button>
          )}
        </>
      }
    >
      {error && <ErrorState error={error} />}
      {!data && !error && <LoadingLines lines={4} />}
      {data && !market && (
        <Stack>
          <Text size="sm" c="var(--quiet)">
            {words.noSales}
          </Text>
          <Conversion period={shown} />
        </Stack>
      )}
      {data && market && (
        <Stack>
          {markets.length > 1 && <MarketPicker markets={markets} market={market} onChange={chooseMarket} />}
          <MarketFigures market={market} sales={salesOfMarket(data.sales, market)} period={shown} />
          <Conversion period={shown} />
          <TopProducts period={shown} />
        </Stack>
      )}
    </Section>
  )
}

interface MarketPickerProps {
  markets: readonly Market[]
  market: Market
  onChange(key: string): void
}

function MarketPicker({ markets, market, onChange }: MarketPickerProps) {
  const words = home.useWords()
  const data = markets.map(({ key, name, currency }) => ({ value: key, label: `${name} · ${currency.toUpperCase()}` }))
  return markets.length <= 3 ? (
    <SegmentedControl aria-label={words.market} size="xs" value={market.key} data={data} onChange={onChange} />
  ) : (
    <NativeSelect
      aria-label={words.market}
      size="xs"
      w={260}
      value={market.key}
      data={data}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface MarketFiguresProps {
  market: Market
  sales: readonly DayOfSales[]
  period: Period
}

function MarketFigures({ market: { currency }, sales, period }: MarketFiguresProps) {
  const words = home.useWords()
  const now = figuresOf(within(sales, period))
  const before = figuresOf(within(sales, periodBefore(period)))
  const money = (amount: number | undefined) => (amount === undefined ? undefined : formatMoney(amount, currency))
  const share = returningShareOf(now)
  const search = { created_at_from: period.from, created_at_until: period.to }
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        <Figure
          name={words.netSales}
          value={money(now.net)}
          change={changeOf(now.net, before.net)}
          hint={words.salesMinusRefunds(formatMoney(now.sales, currency), formatMoney(now.refunds, currency))}
        />
        <Figure
          name={
            <PageLink to="/orders" search={search}>
              {words.orders}
            </PageLink>
          }
          value={now.orders.toLocaleString(currentLocale())}
          change={changeOf(now.orders, before.orders)}
          {...(now.giftCards > 0 ? { hint: words.paidByGiftCards(formatMoney(now.giftCards, currency)) } : {})}
        />
        <Figure
          name={words.averageOrder}
          value={money(averageOf(now))}
          change={changeOf(averageOf(now), averageOf(before))}
        />
        <Figure
          name={<PageLink to="/customers">{words.returningCustomers}</PageLink>}
          value={share === undefined ? undefined : share.toLocaleString(currentLocale(), { style: 'percent' })}
          change={changeOf(share, returningShareOf(before))}
          hint={words.returningHint(now.returning)}
        />
        <Figure name={words.refunds} value={money(now.refunds)} change={changeOf(now.refunds, before.refunds)} />
      </SimpleGrid>
      <NetChart currency={currency} sales={sales} period={period} />
      <SalesBreakdown currency={currency} now={now} before={before} />
    </>
  )
}

function NetChart({ currency, sales, period }: { currency: string; sales: readonly DayOfSales[]; period: Period }) {
  const words = home.useWords()
  const days = daysOf(period)
  if (days.length < 2) return null
  const netOf = new Map(sales.map(({ date, revenue, refunded }) => [date, revenue - refunded]))
  const bars = days.map((day) => {
    const value = netOf.get(day) ?? 0
    return { key: day, value, text: `${formatDay(day)}: ${formatMoney(value, currency)}` }
  })
  const largest = Math.max(0, ...bars.map(({ value }) => value))
  return (
    <BarChart
      bars={bars}
      label={words.chartLabel(formatDay(period.from), formatDay(period.to))}
      ends={[formatDay(period.from), formatDay(period.to)]}
      largest={words.largestDay(formatMoney(largest, currency))}
    />
  )
}
