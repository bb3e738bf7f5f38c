import { Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { lazyPart } from '#console/app/lazy-parts.ts'
import { PreviewProvider } from '#console/components/action/preview-context.ts'
import { Page } from '#console/components/page.tsx'
import { PluginFields } from '#console/components/plugin-fields/plugin-fields.tsx'
import { PluginActions } from '#console/components/plugin-parts/plugin-actions.tsx'
import { PluginLinks } from '#console/components/plugin-parts/plugin-links.tsx'
import { Columns, Facts, Section } from '#console/components/section.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { TagsSection } from '#console/components/tags/tags-section.tsx'
import { Time } from '#console/components/time.tsx'
import { WhenNear } from '#console/components/when-near.tsx'
import { navigation } from '#console/strings/navigation.ts'
import { orders } from '#console/strings/orders.ts'
import { CustomerSection } from './customer-section.tsx'
import { FulfillmentsSection } from './fulfillments/fulfillments-section.tsx'
import { OrderItems } from './items/order-items.tsx'
import { type Order, useOrder } from './order.ts'
import { OrderActions } from './order-actions.tsx'
import { FulfillmentBadge, OrderBadge, PaymentBadge } from './order-badges.tsx'
import { PaymentsSection } from './payments/payments-section.tsx'

const LaterParts = lazyPart(async () => (await import('./later-parts.tsx')).LaterParts)

const orderRoute = getRouteApi('/shell/orders/$id')

export function OrderPage() {
  const words = orders.useWords()
  const names = navigation.useWords()
  const { id } = orderRoute.useParams()
  const { data, error } = useOrder(id)
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  const { order } = data
  return (
    <PreviewProvider value={{ currency: order.currency_code, names: itemNames(order) }}>
      <Page
        title={words.orderNumber(order.display_id)}
        back={{ to: '/orders', text: names.orders }}
        badges={
          <>
            {order.status !== 'pending' && <OrderBadge status={order.status} />}
            <PaymentBadge status={order.payment_status} due={order.difference_due} />
            <FulfillmentBadge status={order.fulfillment_status} />
          </>
        }
        subtitle={
          <>
            <Time at={order.created_at} />
            {[order.sales_channel?.name, order.region?.name].filter(Boolean).map((part) => ` · ${part}`)}
          </>
        }
        actions={
          <>
            <PluginLinks place="order" row={order} />
            <PluginActions place="order" id={order.id} />
            <OrderActions order={order} />
          </>
        }
        width="detail"
      >
        <Columns
          main={
            <>
              <OrderItems order={order} />
              <PaymentsSection order={order} />
              <FulfillmentsSection order={order} />
              <WhenNear height={600}>
                <LaterParts order={order} />
              </WhenNear>
            </>
          }
          side={
            <Stack gap="lg">
              <CustomerSection order={order} />
              <Details order={order} />
              <TagsSection resource="order" row={order} />
              <PluginFields
                table="order"
                row={order}
                action={trpc.admin.orders.update.mutationOptions()}
                identity={{ id: order.id }}
              />
            </Stack>
          }
        />
      </Page>
    </PreviewProvider>
  )
}

/** The names of the items by the IDs of their lines and variants. */
function itemNames({ items = [], claims = [], swaps = [] }: Order): Record<string, string> {
  const lines = [...items, ...[...claims, ...swaps].flatMap(({ additional_items = [] }) => additional_items)]
  return Object.fromEntries(
    lines.flatMap(({ id, variant_id, title }) => [[id, title], ...(variant_id ? [[variant_id, title]] : [])]),
  )
}

function Details({ order }: { order: Order }) {
  const words = orders.useWords()
  const methods = order.shipping_methods?.map(({ shipping_option }) => shipping_option?.name).filter(Boolean)
  const codes = order.discounts?.map(({ code }) => code) ?? []
  return (
    <Section title={words.details}>
      <Facts
        facts={[
          [words.shippingMethod, methods?.join(', ') || '–'],
          ...(codes.length > 0 ? [[words.discounts, codes.join(', ')] as const] : []),
          [words.region, order.region?.name],
          [words.channel, order.sales_channel?.name],
          [words.currency, order.currency_code.toUpperCase()],
        ]}
      />
    </Section>
  )
}
