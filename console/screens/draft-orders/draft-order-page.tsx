import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { PreviewProvider } from '#console/components/action/preview-context.ts'
import { Page } from '#console/components/page.tsx'
import { PageButton } from '#console/components/page-link.tsx'
import { FieldLines } from '#console/components/plugin-fields/field-lines.tsx'
import { PluginFields } from '#console/components/plugin-fields/plugin-fields.tsx'
import { Columns, Facts, Section } from '#console/components/section.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { TONES } from '#console/components/status-tones.ts'
import { TagsSection } from '#console/components/tags/tags-section.tsx'
import { Time } from '#console/components/time.tsx'
import { common } from '#console/strings/common.ts'
import { draftOrders } from '#console/strings/draft-orders.ts'
import { navigation } from '#console/strings/navigation.ts'
import { orderStatuses } from '#console/strings/order-statuses.ts'
import { AddressText } from '../orders/address-text.tsx'
import { DraftActions } from './draft-actions.tsx'
import { DraftItems } from './draft-items.tsx'
import { DraftNotes } from './draft-notes.tsx'

const DraftContactDialog = lazyDialog(async () => (await import('./draft-contact-dialog.tsx')).DraftContactDialog)

const DraftShippingDialog = lazyDialog(async () => (await import('./draft-shipping-dialog.tsx')).DraftShippingDialog)

const draftOrderRoute = getRouteApi('/shell/draft-orders/$id')

export function DraftOrderPage() {
  const words = draftOrders.useWords()
  const statuses = orderStatuses.useWords()
  const { edit } = common.useWords()
  const names = navigation.useWords()
  const navigate = useNavigate()
  const { id } = draftOrderRoute.useParams()
  const { data, error } = useQuery(trpc.admin.draftOrders.get.queryOptions({ id }))
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  const { draft_order: draft } = data
  const { cart, order, status } = draft
  const currency = cart.region?.currency_code ?? 'eur'
  const itemNames = Object.fromEntries((cart.items ?? []).map((item) => [item.variant_id ?? item.id, item.title]))
  return (
    <PreviewProvider value={{ currency, names: itemNames }}>
      <Page
        title={words.title(draft.display_id)}
        back={{ to: '/draft-orders', text: names.draftOrders }}
        badges={<StatusBadge tone={TONES.draft[status]} text={statuses[`draft_${status}`]} />}
        subtitle={<Time at={draft.created_at} />}
        actions={
          order ? (
            <PageButton to="/orders/$id" params={{ id: order.id }}>
              {words.orderNumber(order.display_id)}
            </PageButton>
          ) : (
            <DraftActions
              draft={{
                id,
                display_id: draft.display_id,
                total: cart.total ?? 0,
                email: cart.email,
                payment_link_expires_at: draft.payment_link_expires_at,
              }}
              currency={currency}
              onPaid={(orderId) => void navigate({ to: '/orders/$id', params: { id: orderId } })}
              onDeleted={() => navigate({ to: '/draft-orders' })}
            />
          )
        }
        width="detail"
      >
        <Columns
          main={
            <>
              <DraftItems draft={draft} currency={currency} />
              {status === 'open' && <DraftNotes id={id} />}
            </>
          }
          side={
            <>
              <Section
                title={words.customer}
                actions={
                  status === 'open' && (
                    <DialogButton
                      needs="draftOrders.update"
                      text={edit}
                      label={words.editContact}
                      dialog={(close) => <DraftContactDialog draft={draft} onClose={close} />}
                    />
                  )
                }
              >
                <Facts facts={[[words.email, cart.email]]} />
              </Section>
              <Section
                title={words.shipping}
                actions={
                  status === 'open' && (
                    <DialogButton
                      needs="draftOrders.update"
                      text={edit}
                      label={words.editShipping}
                      dialog={(close) => <DraftShippingDialog draft={draft} currency={currency} onClose={close} />}
                    />
                  )
                }
              >
                <Stack gap="sm">
                  <AddressText title={words.address} address={cart.shipping_address} />
                  <AddressText title={words.billingAddress} address={cart.billing_address} />
                  <Facts
                    facts={[
                      [
                        words.shippingOption,
                        cart.shipping_methods?.map(({ shipping_option }) => shipping_option?.name).join(', ') || '–',
                      ],
                      [words.region, cart.region?.name],
                    ]}
                  />
                </Stack>
              </Section>
              <TagsSection resource="draft_order" row={draft} />
              {status === 'open' ? (
                <PluginFields
                  table="draft_order"
                  row={draft}
                  action={trpc.admin.draftOrders.update.mutationOptions()}
                  identity={{ id }}
                />
              ) : (
                <FieldLines table="draft_order" row={draft} />
              )}
            </>
          }
        />
      </Page>
    </PreviewProvider>
  )
}
