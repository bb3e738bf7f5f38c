import { Group, Stack, Text } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { Money } from '#console/components/money.tsx'
import { FieldLines } from '#console/components/plugin-fields/field-lines.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { TONES } from '#console/components/status-tones.ts'
import { Time } from '#console/components/time.tsx'
import { orderActions } from '#console/strings/order-actions.ts'
import { orderStatuses } from '#console/strings/order-statuses.ts'
import { orders } from '#console/strings/orders.ts'
import { CancelButton } from '../cancel-button.tsx'
import { FulfillReplacementButton } from '../fulfillments/fulfill-replacement-button.tsx'
import { GoodsOfPart } from '../goods-of-part.tsx'
import { ItemList } from '../items/item-list.tsx'
import { type Claim, isCancelable, type Order } from '../order.ts'
import { FulfillmentBadge } from '../order-badges.tsx'
import { Part } from '../part.tsx'
import { PartsSection } from '../parts-section.tsx'

export function ClaimsSection({ order }: { order: Order }) {
  const words = orders.useWords()
  return (
    <PartsSection
      title={words.claims}
      rows={order.claims ?? []}
      part={(claim, number) => <ClaimPart claim={claim} title={words.claimNumber(number)} order={order} />}
    />
  )
}

interface ClaimPartProps {
  claim: Claim
  title: string
  order: Order
}

function ClaimPart({ claim, title, order }: ClaimPartProps) {
  const words = orders.useWords()
  const actions = orderActions.useWords()
  const { additional_items = [] } = claim
  const ids = { id: order.id, claim_id: claim.id }
  const items = (claim.claim_items ?? []).map((one) => ({
    id: one.id,
    quantity: one.quantity,
    title: one.item?.title ?? '',
    description: one.item?.description,
    thumbnail: one.item?.thumbnail,
    note: [words[`claim_${one.reason}`], one.note].filter(Boolean).join(' · '),
  }))
  return (
    <>
      <Part
        title={title}
        badge={<ClaimBadge claim={claim} />}
        actions={
          !claim.canceled_at && (
            <>
              {claim.type === 'replace' && (
                <FulfillReplacementButton
                  part={claim}
                  title={title}
                  procedure={trpc.admin.orders.fulfillClaim}
                  ids={ids}
                  variant="filled"
                />
              )}
              {!claim.refund_amount && isCancelable(claim) && (
                <CancelButton
                  part={title}
                  procedure={trpc.admin.orders.cancelClaim}
                  input={ids}
                  title={actions.cancelClaimTitle}
                  text={actions.cancelClaimText}
                  verb={actions.cancelClaim}
                  done={actions.claimCanceled}
                />
              )}
            </>
          )
        }
      >
        <Stack gap="sm">
          <ItemList items={items} />
          <FieldLines table="claim" row={claim} />
          {additional_items.length > 0 && (
            <>
              <Text size="xs" c="var(--quiet)">
                {words.replacements}
              </Text>
              <ItemList items={additional_items} />
            </>
          )}
          <Group gap="md" c="dimmed" fz="xs">
            <Time at={claim.created_at} />
            {claim.type === 'refund' && claim.refund_amount !== null && (
              <span>
                {words.claimRefund}: <Money amount={claim.refund_amount} currency={order.currency_code} />
              </span>
            )}
          </Group>
        </Stack>
      </Part>
      <GoodsOfPart
        part={claim}
        title={title}
        order={order}
        ids={ids}
        ship={trpc.admin.orders.createClaimShipment}
        cancel={trpc.admin.orders.cancelClaimFulfillment}
      />
    </>
  )
}

function ClaimBadge({ claim }: { claim: Claim }) {
  const words = orders.useWords()
  const statuses = orderStatuses.useWords()
  if (claim.canceled_at) return <StatusBadge tone={TONES.order.canceled} text={words.canceled} />
  if (claim.type === 'replace')
    return (
      <>
        <StatusBadge tone={TONES.claim.na} text={words.claimReplace} />
        <FulfillmentBadge status={claim.fulfillment_status} />
      </>
    )
  return <StatusBadge tone={TONES.claim[claim.payment_status]} text={statuses[`claim_${claim.payment_status}`]} />
}
