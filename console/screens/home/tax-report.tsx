import { Button, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { countryName } from '#console/components/countries.ts'
import { formatMoney } from '#console/components/money.tsx'
import { Page } from '#console/components/page.tsx'
import { percentText } from '#console/components/percent-text.ts'
import { saveCsv } from '#console/components/save-file.ts'
import { TableSection } from '#console/components/table-section.tsx'
import { navigation } from '#console/strings/navigation.ts'
import { taxReport } from '#console/strings/tax-report.ts'
import { type ChosenPeriod, calendarPresets, isPeriod, periodOf } from './period.ts'
import { PeriodPicker } from './period-picker.tsx'
import { type ReportedTax, taxesCsv, totalsOf } from './reported-taxes.ts'

/** The amounts of a tax return. */
export function TaxReport() {
  const words = taxReport.useWords()
  const names = navigation.useWords()
  const [chosen, choose] = useState<ChosenPeriod>({ preset: 'last_month', period: periodOf('last_month') })
  const [shown, show] = useState(chosen.period)
  const { data, error, isPlaceholderData } = useQuery(
    trpc.admin.statistics.taxes.queryOptions(shown, { placeholderData: keepPreviousData }),
  )
  const taxes = data?.taxes
  const change = (next: ChosenPeriod) => {
    choose(next)
    if (isPeriod(next.period)) show(next.period)
  }
  return (
    <Page
      title={words.title}
      subtitle={words.subtitle}
      back={{ to: '/', text: names.home }}
      width="detail"
      actions={
        <>
          <PeriodPicker presets={calendarPresets()} chosen={chosen} onChange={change} />
          {taxes && taxes.length > 0 && !isPlaceholderData && (
            <Button
              size="xs"
              variant="default"
              onClick={() => saveCsv(`taxes-${shown.from}-${shown.to}.csv`, taxesCsv(taxes))}
            >
              {words.export}
            </Button>
          )}
        </>
      }
    >
      <Stack opacity={isPlaceholderData ? 0.5 : 1} aria-busy={isPlaceholderData}>
        <Totals taxes={taxes} error={error} />
        {taxes && taxes.length > 0 && <Taxes taxes={taxes} />}
        <Text size="sm" c="var(--quiet)">
          {words.hint}
        </Text>
      </Stack>
    </Page>
  )
}

function Totals({ taxes, error }: { taxes: readonly ReportedTax[] | undefined; error: unknown }) {
  const words = taxReport.useWords()
  const amount = (key: 'net' | 'tax' | 'refundedNet' | 'refundedTax' | 'due', title: string) => ({
    key,
    title,
    align: 'end' as const,
    cell: (row: ReturnType<typeof totalsOf>[number]) => formatMoney(row[key], row.id),
  })
  return (
    <TableSection
      title={words.totals}
      error={error}
      rows={taxes && totalsOf(taxes)}
      empty={words.empty}
      isStacked
      columns={[
        { key: 'currency', title: words.currency, cell: ({ id }) => id.toUpperCase() },
        amount('net', words.net),
        amount('tax', words.taxAmount),
        amount('refundedNet', words.refundedNet),
        amount('refundedTax', words.refundedTax),
        amount('due', words.due),
      ]}
    />
  )
}

function Taxes({ taxes }: { taxes: readonly ReportedTax[] }) {
  const words = taxReport.useWords()
  const nameOf = ({ name, rate, is_giftcard }: ReportedTax) => {
    if (is_giftcard) return words.giftCards
    if (name === null) return words.untaxed
    return words.taxName(name === 'default' ? words.defaultTax : name, percentText(rate))
  }
  const amount = (key: 'taxable' | 'tax' | 'refunded_taxable' | 'refunded_tax', title: string) => ({
    key,
    title,
    align: 'end' as const,
    cell: (row: ReportedTax) => formatMoney(row[key], row.currency_code),
  })
  return (
    <TableSection
      title={words.taxes}
      rows={taxes.map((row, i) => ({ id: String(i), ...row }))}
      empty={words.empty}
      isStacked
      columns={[
        {
          key: 'country',
          title: words.country,
          cell: ({ country_code }) => (country_code === null ? words.unknownCountry : countryName(country_code)),
        },
        { key: 'name', title: words.tax, cell: nameOf },
        amount('taxable', words.net),
        amount('tax', words.taxAmount),
        amount('refunded_taxable', words.refundedNet),
        amount('refunded_tax', words.refundedTax),
      ]}
    />
  )
}
