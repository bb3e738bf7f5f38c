import { Group, Table, Title } from '@mantine/core'
import type { RouterOutputs } from '#client/index.ts'
import { fileAddress } from '#console/app/address.ts'
import { Thumbnail } from '#console/components/thumbnail.tsx'
import classes from './documents.module.css'

type Documents = RouterOutputs['admin']['orders']['packingSlips']
type Slip = Documents['packing_slips'][number]

interface SlipSheetProps {
  slip: Slip
  seller: readonly string[]
  logo: Documents['logo']
}

/** A packing slip in the language of the customer. It has no prices. */
export function SlipSheet({ slip, seller, logo }: SlipSheetProps) {
  const { words, language, display_id, created_at, ship_to, shipping, lines } = slip
  const title = `${words.packing_slip} · ${words.order} #${display_id}`
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(created_at)
  return (
    <article className={classes.sheet} lang={language} aria-label={title}>
      <Group justify="space-between" align="flex-start">
        <Title order={2}>{title}</Title>
        {logo && (
          <img src={fileAddress(logo.key)} width={logo.width} height={logo.height} alt="" className={classes.logo} />
        )}
      </Group>
      <dl className={classes.head}>
        <div>
          <dt>{words.ship_to}</dt>
          <dd>{linesOf(ship_to)}</dd>
        </div>
        <div>
          <dt>{words.date}</dt>
          <dd>{date}</dd>
        </div>
        {shipping && (
          <div>
            <dt>{words.shipping}</dt>
            <dd>{shipping}</dd>
          </div>
        )}
        <div>
          <dt>{words.sender}</dt>
          <dd>{linesOf(seller)}</dd>
        </div>
      </dl>
      <Table.ScrollContainer minWidth={420}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.item}</Table.Th>
              <Table.Th>{words.sku}</Table.Th>
              <Table.Th>{words.barcode}</Table.Th>
              <Table.Th ta="end">{words.quantity}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={line.line_id}>
                <Table.Td>
                  <Group gap="xs" wrap="nowrap">
                    <Thumbnail url={line.thumbnail} size={32} />
                    <span>{[line.title, line.description].filter(Boolean).join(' · ')}</span>
                  </Group>
                </Table.Td>
                <Table.Td>{line.sku}</Table.Td>
                <Table.Td>{line.barcode}</Table.Td>
                <Table.Td ta="end">
                  {line.quantity}
                  {line.quantity !== line.ordered_quantity && ` ${words.of} ${line.ordered_quantity}`}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </article>
  )
}

const linesOf = (lines: readonly string[]) => lines.map((line) => <div key={line}>{line}</div>)
