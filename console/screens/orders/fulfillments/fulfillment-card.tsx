import { Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Right } from '#console/app/permissions.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { PageButton } from '#console/components/page-link.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { TONES } from '#console/components/status-tones.ts'
import { Time } from '#console/components/time.tsx'
import { carriers } from '#console/strings/carriers.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { orders } from '#console/strings/orders.ts'
import { packing } from '#console/strings/packing.ts'
import { ItemList } from '../items/item-list.tsx'
import { Part } from '../part.tsx'
import { useLocations } from '../use-locations.ts'
import { TrackingText } from './tracking-text.tsx'

const TrackingDialog = lazyDialog(async () => (await import('./tracking-dialog.tsx')).TrackingDialog)

interface FulfillmentCardProps {
  orderId: string
  fulfillment: {
    id: string
    created_at: Date
    shipped_at: Date | null
    canceled_at: Date | null
    location_id: string | null
    items?: readonly { item_id: string; quantity: number }[] | undefined
    tracking_links?:
      | readonly { id: string; tracking_number: string; url: string | null; carrier: string | null }[]
      | undefined
  }
  title: string
  lines: readonly {
    id: string
    title: string
    description?: string | null | undefined
    thumbnail?: string | null | undefined
  }[]
  /** The procedures of the dialogs. */
  needs: { ship: Right; cancel: Right }
  shipDialog(close: () => void): ReactNode
  cancelDialog(close: () => void): ReactNode
}

/** A fulfillment of an order, a claim or an exchange. */
export function FulfillmentCard({
  orderId,
  fulfillment,
  title,
  lines,
  needs,
  shipDialog,
  cancelDialog,
}: FulfillmentCardProps) {
  const words = orders.useWords()
  const actions = orderActions.useWords()
  const { packingSlip } = packing.useWords()
  const { editTracking } = carriers.useWords()
  const { created_at, shipped_at, canceled_at, tracking_links = [], location_id } = fulfillment
  const location = useLocations().find(({ id }) => id === location_id)
  const isOpen = !shipped_at && !canceled_at
  const items = (fulfillment.items ?? []).flatMap(({ item_id, quantity }) => {
    const line = lines.find(({ id }) => id === item_id)
    return line ? [{ ...line, quantity }] : []
  })
  return (
    <Part
      title={title}
      badge={<FulfillmentState shipped_at={shipped_at} canceled_at={canceled_at} />}
      actions={
        !canceled_at && (
          <>
            <PageButton
              to="/orders/packing"
              search={{ ids: fulfillment.id }}
              size="xs"
              variant="default"
              aria-label={`${packingSlip}: ${title}`}
            >
              {packingSlip}
            </PageButton>
            {shipped_at && (
              <DialogButton
                needs="orders.correctTracking"
                text={editTracking}
                label={`${editTracking}: ${title}`}
                dialog={(close) => (
                  <TrackingDialog
                    orderId={orderId}
                    fulfillmentId={fulfillment.id}
                    tracking={{
                      tracking_numbers: tracking_links.map(({ tracking_number }) => tracking_number),
                      carrier: tracking_links.find(({ carrier }) => carrier)?.carrier ?? undefined,
                    }}
                    onClose={close}
                  />
                )}
              />
            )}
            {isOpen && (
              <>
                <DialogButton
                  needs={needs.ship}
                  text={actions.ship}
                  label={`${actions.ship}: ${title}`}
                  variant="filled"
                  dialog={shipDialog}
                />
                <DialogButton
                  needs={needs.cancel}
                  text={actions.cancelFulfillment}
                  label={`${actions.cancelFulfillment}: ${title}`}
                  dialog={cancelDialog}
                />
              </>
            )}
          </>
        )
      }
    >
      <Stack gap="sm">
        <ItemList items={items} />
        <Group gap="md" c="dimmed" fz="xs">
          <span>
            {words.packed} <Time at={created_at} />
          </span>
          {shipped_at && (
            <span>
              {words.shipped} <Time at={shipped_at} />
            </span>
          )}
          {location && (
            <span>
              {words.location}: {location.name}
            </span>
          )}
          {tracking_links.map((link) => (
            <TrackingText key={link.id} link={link} />
          ))}
        </Group>
      </Stack>
    </Part>
  )
}

function FulfillmentState({ shipped_at, canceled_at }: { shipped_at: Date | null; canceled_at: Date | null }) {
  const words = orders.useWords()
  if (canceled_at) return <StatusBadge tone={TONES.fulfillment.canceled} text={words.canceled} />
  if (shipped_at) return <StatusBadge tone={TONES.fulfillment.shipped} text={words.shipped} />
  return <StatusBadge tone={TONES.fulfillment.fulfilled} text={words.packed} />
}
