import { Table } from '@mantine/core'
import { formatMoney } from '#console/components/money.tsx'
import { home } from '#console/strings/home.ts'
import { type Figures, partsOf } from './sales.ts'

interface SalesBreakdownProps {
  currency: string
  now: Figures
  before: Figures
}

/** How the goods, discounts, shipping and taxes of a period become its payments, as a bookkeeper needs it. */
export function SalesBreakdown({ currency, now, before }: SalesBreakdownProps) {
  const words = home.useWords()
  const partsBefore = new Map(partsOf(before).map(({ name, amount }) => [name, amount]))
  return (
    <Table withRowBorders={false} verticalSpacing={4} captionSide="top">
      <Table.Caption ta="left">{words.breakdown}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{words.part}</Table.Th>
          <Table.Th scope="col" ta="right">
            {words.thisPeriod}
          </Table.Th>
          <Table.Th scope="col" ta="right">
            {words.periodBefore}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {partsOf(now).map(({ name, amount, isSum }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={isSum ? 650 : 400}>
              {words[`part_${name}`]}
            </Table.Th>
            <Table.Td ta="right" className="number" fw={isSum ? 650 : 400}>
              {formatMoney(amount, currency)}
            </Table.Td>
            <Table.Td ta="right" className="number" c="var(--quiet)">
              {formatMoney(partsBefore.get(name) ?? 0, currency)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
