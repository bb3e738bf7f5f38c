import { Button, NativeSelect, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { currentLocale } from '#console/app/language.ts'
import { Allowed } from '#console/components/allowed.tsx'
import { formatMoney } from '#console/components/money.tsx'
import { PageButton, PageLink } from '#console/components/page-link.tsx'
import { percentText } from '#console/components/percent-text.ts'
import { saveCsv } from '#console/components/save-file.ts'
import { Section } from '#console/components/section.tsx'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { home } from '#console/strings/home.ts'
import { Conversion } from './conversion.tsx'
import { Figure } from './figure.tsx'
import { salesOf } from './home-queries.ts'
import { NetChart } from './net-chart.tsx'
import { type ChosenPeriod, type Grain, grainOf, isPeriod, type Period, periodBefore, periodOf } from './period.ts'
import { PeriodPicker } from './period-picker.tsx'
import {
  averageOf,
  changeOf,
  type Figures,
  figuresOf,
  type Market,
  marketsOf,
  returningShareOf,
  type SalesRow,
  salesOfMarket,
} from './sales.ts'
import { SalesBreakdown } from './sales-breakdown.tsx'
import { salesCsv } from './sales-csv.ts'
import { TopProducts } from './top-products.tsx'

/** The money and the orders of a period for each region and currency, against the period before. */
export function SalesSection() {
  const words = home.useWords()
  const [chosen, choose] = useState<ChosenPeriod>({ preset: 'month', period: periodOf('month') })
  const [shown, show] = useState(chosen)
  const [marketKey, chooseMarket] = useState('')
  const { sales, earlier, before, error, isPlaceholderData } = useSales(shown)
  const markets = marketsOf([...(sales ?? []), ...earlier])
  const period = shownPeriod(shown, sales ?? [])
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
              if (isPeriod(next.period)) show(next)
            }}
          />
          <Allowed needs="statistics.taxes">
            <PageButton to="/tax-report" size="xs" variant="default">
              {words.taxReport}
            </PageButton>
          </Allowed>
          {sales && sales.length > 0 && !isPlaceholderData && (
            <Button
              size="xs"
              variant="default"
              onClick={() => saveCsv(`sales-${period.from}-${period.to}.csv`, salesCsv(sales))}
            >
              {words.exportSales}
            </Button>
          )}
        </>
      }
    >
      {error && <ErrorState error={error} />}
      {!sales && !error && <LoadingLines lines={4} />}
      {sales && !market && (
        <Stack>
          <Text size="sm" c="var(--quiet)">
            {before ? words.noSales : words.noSalesEver}
          </Text>
          <Conversion period={shown.period} before={before} />
        </Stack>
      )}
      {sales && market && (
        <Stack>
          {markets.length > 1 && <MarketPicker markets={markets} market={market} onChange={chooseMarket} />}
          <MarketFigures
            market={market}
            period={period}
            grain={grainOf(shown.period)}
            sales={salesOfMarket(sales, market)}
            earlier={before && salesOfMarket(earlier, market)}
          />
          <Conversion period={shown.period} before={before} />
          <TopProducts period={shown.period} />
        </Stack>
      )}
    </Section>
  )
}

/** Reads the sales of a period, and of the period before except for all time. */
function useSales(chosen: ChosenPeriod) {
  const before = periodBefore(chosen)
  const options = { placeholderData: keepPreviousData }
  const now = useQuery({ ...salesOf(chosen.period), ...options })
  const earlier = useQuery({ ...salesOf(before ?? chosen.period), ...options, enabled: before !== undefined })
  return {
    before,
    sales: before && !earlier.data ? undefined : now.data?.sales,
    earlier: (before && earlier.data?.sales) || [],
    error: now.error ?? earlier.error,
    isPlaceholderData: now.isPlaceholderData || (before !== undefined && earlier.isPlaceholderData),
  }
}

/** All time begins with the first sale. */
const shownPeriod = ({ preset, period }: ChosenPeriod, sales: readonly SalesRow[]): Period =>
  preset === 'all' ? { ...period, from: sales[0]?.date ?? period.from } : period

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
  period: Period
  /** Of the sales. */
  grain: Grain
  sales: readonly SalesRow[]
  /** Undefined without a period before. */
  earlier: readonly SalesRow[] | undefined
}

function MarketFigures({ market: { currency }, period, grain, sales, earlier }: MarketFiguresProps) {
  const words = home.useWords()
  const now = figuresOf(sales)
  const before = earlier && figuresOf(earlier)
  const changed = (value: (figures: Figures) => number | undefined) => before && changeOf(value(now), value(before))
  const money = (amount: number | undefined) => (amount === undefined ? undefined : formatMoney(amount, currency))
  const share = returningShareOf(now)
  const search = { created_at_from: period.from, created_at_until: period.to }
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        <Figure
          name={words.netSales}
          value={money(now.net)}
          change={changed(({ net }) => net)}
          hint={words.salesMinusRefunds(formatMoney(now.sales, currency), formatMoney(now.refunds, currency))}
        />
        <Figure
          name={
            <PageLink to="/orders" search={search}>
              {words.orders}
            </PageLink>
          }
          value={now.orders.toLocaleString(currentLocale())}
          change={changed(({ orders }) => orders)}
          {...(now.giftCards > 0 ? { hint: words.paidByGiftCards(formatMoney(now.giftCards, currency)) } : {})}
        />
        <Figure name={words.averageOrder} value={money(averageOf(now))} change={changed(averageOf)} />
        <Figure
          name={<PageLink to="/customers">{words.returningCustomers}</PageLink>}
          value={share === undefined ? undefined : percentText(100 * share, { maximumFractionDigits: 0 })}
          change={changed(returningShareOf)}
          hint={words.returningHint(now.returning)}
        />
        <Figure name={words.refunds} value={money(now.refunds)} change={changed(({ refunds }) => refunds)} />
      </SimpleGrid>
      <NetChart currency={currency} sales={sales} period={period} grain={grain} />
      <SalesBreakdown currency={currency} now={now} before={before} />
    </>
  )
}
