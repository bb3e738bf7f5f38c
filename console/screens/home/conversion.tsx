import { Table } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { currentLocale } from '#console/app/language.ts'
import { useMay } from '#console/app/permissions.ts'
import { home } from '#console/strings/home.ts'
import { percentOf } from './figure.tsx'
import { conversionOf } from './home-queries.ts'
import { type Period, periodBefore } from './period.ts'
import { changeOf } from './sales.ts'

const STEPS = ['with_items', 'with_contact', 'orders'] as const

/** How many carts of a period became orders. The shop counts carts, and follows no visitor. */
export function Conversion({ period }: { period: Period }) {
  const words = home.useWords()
  const isShown = useMay()('statistics.conversion')
  const options = { placeholderData: keepPreviousData, enabled: isShown }
  const { data } = useQuery({ ...conversionOf(period), ...options })
  const { data: earlier } = useQuery({ ...conversionOf(periodBefore(period)), ...options })
  if (!data || !earlier || data.conversion.with_items === 0) return null
  const { conversion: now } = data
  const { conversion: before } = earlier
  const rateOf = (counts: typeof now, step: (typeof STEPS)[number]) =>
    counts.with_items > 0 ? counts[step] / counts.with_items : undefined
  return (
    <Table withRowBorders={false} verticalSpacing={4} captionSide="top">
      <Table.Caption ta="left">{words.conversion}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{words.step}</Table.Th>
          {[words.thisPeriod, words.share, words.againstBefore].map((title) => (
            <Table.Th key={title} scope="col" ta="right">
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {STEPS.map((step) => {
          const rate = rateOf(now, step)
          const change =
            step === 'with_items' ? changeOf(now[step], before[step]) : changeOf(rate, rateOf(before, step))
          return (
            <Table.Tr key={step}>
              <Table.Th scope="row" fw={400}>
                {words[`step_${step}`]}
              </Table.Th>
              <Table.Td ta="right" className="number">
                {now[step].toLocaleString(currentLocale())}
              </Table.Td>
              <Table.Td ta="right" className="number">
                {rate?.toLocaleString(currentLocale(), { style: 'percent', maximumFractionDigits: 1 })}
              </Table.Td>
              <Table.Td ta="right" className="number" c="var(--quiet)">
                {change === undefined ? '–' : percentOf(change)}
              </Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}
