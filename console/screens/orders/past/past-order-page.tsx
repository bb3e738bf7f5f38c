import { Alert, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { Money } from '#console/components/money.tsx'
import { Page } from '#console/components/page.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { Columns, Facts, Section } from '#console/components/section.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { Time } from '#console/components/time.tsx'
import { pastOrders } from '#console/strings/past-orders.ts'
import { type PastOrder, PastStatus, programOf } from './past-status.tsx'

const pastOrderRoute = getRouteApi('/shell/orders/past/$id')

/** An order of the shop that was used before. Nothing on the page changes it. */
export function PastOrderPage() {
  const words = pastOrders.useWords()
  const { id } = pastOrderRoute.useParams()
  const { data, error } = useQuery(trpc.admin.orders.getPast.queryOptions({ id }))
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  const { past_order: order } = data
  const program = programOf(order)
  return (
    <Page
      title={order.number}
      back={{ to: '/orders/past', text: words.title }}
      badges={
        <>
          <StatusBadge tone="quiet" text={words.importedFrom(program)} />
          <PastStatus {...order} />
        </>
      }
      width="detail"
    >
      <Alert color="gray" mb="lg">
        {words.onlyShown(program)}
      </Alert>
      <Columns
        main={
          <>
            <Section title={words.items} isFlush>
              <Items order={order} />
            </Section>
            <Section title={words.total}>
              <Facts facts={totalsOf(order, words)} />
            </Section>
          </>
        }
        side={
          <>
            <Section title={words.customer}>
              {order.customer_id ? (
                <PageLink to="/customers/$id" params={{ id: order.customer_id }}>
                  {order.buyer_name ?? order.email}
                </PageLink>
              ) : (
                <Text size="sm">{order.buyer_name ?? '–'}</Text>
              )}
              <Text size="sm">{order.email}</Text>
            </Section>
            <Address title={words.shippingAddress} address={order.shipping_address} />
            <Address title={words.billingAddress} address={order.billing_address} />
            <Section title={words.details}>
              <Facts facts={detailsOf(order, words)} />
            </Section>
          </>
        }
      />
    </Page>
  )
}

type Words = ReturnType<typeof pastOrders.useWords>

function Items({ order }: { order: PastOrder }) {
  const words = pastOrders.useWords()
  return (
    <Table aria-label={words.items}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.item}</Table.Th>
          <Table.Th ta="end">{words.quantity}</Table.Th>
          <Table.Th ta="end">{words.total}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {order.items.map(({ title, sku, quantity, total }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no ids and never change
          <Table.Tr key={i}>
            <Table.Td>
              {title}
              {sku && (
                <Text size="xs" c="dimmed">
                  {sku}
                </Text>
              )}
            </Table.Td>
            <Table.Td ta="end" className="number">
              {quantity}
            </Table.Td>
            <Table.Td ta="end">
              {total === null ? '–' : <Money amount={total} currency={order.currency_code} />}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

type Fact = [name: string, value: React.ReactNode]

function totalsOf(order: PastOrder, words: Words): Fact[] {
  const { subtotal, discount_total, shipping_total, tax_total, total, refunded_total, details } = order
  const amounts: [string, number | null][] = [
    [words.subtotal, subtotal],
    [words.discount, discount_total],
    [words.shipping, shipping_total],
    [words.fees, details.fee_total],
    [words.tax, tax_total],
    ...details.taxes.map(({ name, amount }): [string, number] => [name, amount]),
    [words.total, total],
    [words.refund, refunded_total],
    [words.outstanding, details.outstanding_total ?? null],
  ]
  return amounts.flatMap(([name, amount]): Fact[] =>
    amount ? [[name, <Money key={name} amount={amount} currency={order.currency_code} />]] : [],
  )
}

function detailsOf({ placed_at, canceled_at, old_status, details }: PastOrder, words: Words): Fact[] {
  const texts: [string, string | null][] = [
    [words.oldStatus, old_status],
    [words.codes, details.discount_codes],
    [words.shippingMethod, details.shipping_method],
    [words.paymentMethod, details.payment_method],
    [words.tags, details.tags],
    [words.note, details.note],
  ]
  return [
    [words.placed, <Time key="placed" at={placed_at} />],
    ...(details.paid_at ? [[words.paidAt, <Time key="paid" at={new Date(details.paid_at)} />] as Fact] : []),
    ...(canceled_at ? [[words.canceledAt, <Time key="canceled" at={canceled_at} />] as Fact] : []),
    ...texts.flatMap(([name, text]): Fact[] => (text ? [[name, text]] : [])),
  ]
}

function Address({ title, address }: { title: string; address: PastOrder['billing_address'] }) {
  if (!address) return null
  const { first_name, last_name, company, address_1, address_2, postal_code, city, province, country_code, phone } =
    address
  const lines = [
    [first_name, last_name],
    [company],
    [address_1],
    [address_2],
    [postal_code, city],
    [province],
    [country_code?.toUpperCase()],
    [phone],
  ].map((parts) => parts.filter(Boolean).join(' '))
  return (
    <Section title={title}>
      <Text size="sm" component="address" fs="normal" style={{ whiteSpace: 'pre-line' }}>
        {lines.filter((line) => line !== '').join('\n')}
      </Text>
    </Section>
  )
}
