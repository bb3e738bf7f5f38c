import { ActionIcon, Box, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { lazyAfterInput } from '#console/app/lazy-parts.ts'
import { useMay } from '#console/app/permissions.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { Allowed } from '#console/components/allowed.tsx'
import { LateField } from '#console/components/late-field.tsx'
import { formatMoney, Money } from '#console/components/money.tsx'
import { percentText } from '#console/components/percent-text.ts'
import { LineFields } from '#console/components/plugin-fields/line-fields.tsx'
import { Section } from '#console/components/section.tsx'
import { common } from '#console/strings/common.ts'
import { draftOrders } from '#console/strings/draft-orders.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { orders } from '#console/strings/orders.ts'
import { ItemName } from '../orders/items/item-name.tsx'
import { LineQuantity } from '../orders/items/line-quantity.tsx'
import { DraftTotals } from './draft-totals.tsx'
import { type LineActions, useLineActions } from './use-line-actions.ts'

const CustomItemDialog = lazyDialog(async () => (await import('./custom-item-dialog.tsx')).CustomItemDialog)
const EditCustomItemDialog = lazyDialog(async () => (await import('./custom-item-dialog.tsx')).EditCustomItemDialog)
const DraftDiscountDialog = lazyDialog(async () => (await import('./draft-discount-dialog.tsx')).DraftDiscountDialog)

const VariantSearch = lazyAfterInput(
  async () => (await import('#console/components/variants/variant-search.tsx')).VariantSearch,
)

export type Draft = RouterOutputs['admin']['draftOrders']['get']['draft_order']
export type DraftLine = NonNullable<Draft['cart']['items']>[number]

/** The items of a draft order. Those of an open draft can be changed. */
export function DraftItems({ draft, currency }: { draft: Draft; currency: string }) {
  const words = draftOrders.useWords()
  const actions = useLineActions(draft.id)
  const may = useMay()
  const isOpen = draft.status === 'open'
  const items = draft.cart.items ?? []
  const regionId = draft.cart.region_id
  const { search } = common.useWords()
  return (
    <Section
      title={words.items}
      actions={
        isOpen && (
          <>
            <DialogButton
              needs="draftOrders.update"
              text={words.discountCodes}
              dialog={(close) => <DraftDiscountDialog draft={draft} onClose={close} />}
            />
            <DialogButton
              needs="draftOrders.addLineItem"
              text={words.addCustomItem}
              dialog={(close) => <CustomItemDialog draft={draft} currency={currency} onClose={close} />}
            />
          </>
        )
      }
    >
      <Stack>
        {items.map((item) => (
          <LineRow
            key={item.id}
            draft={draft}
            item={item}
            currency={currency}
            actions={isOpen && may('draftOrders.updateLineItem') ? actions : undefined}
          />
        ))}
        {items.length === 0 && (
          <Text size="sm" c="dimmed">
            {words.noItems}
          </Text>
        )}
        {isOpen && regionId && may('draftOrders.addLineItem') && (
          <LateField early={() => <TextInput label={words.addItem} placeholder={search} readOnly />}>
            {(autoFocus) => (
              <VariantSearch
                autoFocus={autoFocus}
                label={words.addItem}
                regionId={regionId}
                currency={currency}
                onChoose={({ variant_id }) => actions.add(variant_id)}
              />
            )}
          </LateField>
        )}
        {actions.error && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {actions.error}
          </Text>
        )}
        <DraftTotals draft={draft} currency={currency} />
      </Stack>
    </Section>
  )
}

interface LineRowProps {
  draft: Draft
  item: DraftLine
  currency: string
  actions: LineActions | undefined
}

function LineRow({ draft, item, currency, actions }: LineRowProps) {
  const words = orderActions.useWords()
  const drafts = draftOrders.useWords()
  const { edit } = common.useWords()
  const { quantityTimes } = orders.useWords()
  return (
    <Group justify="space-between" gap="xs">
      <Box flex="1 1 14rem" miw={0}>
        <ItemName
          {...item}
          note={
            <>
              {quantityTimes(item.quantity, formatMoney(item.unit_price, currency))}
              {item.variant_id === null && <div>{drafts.ownItem(taxOf(item), item.includes_tax)}</div>}
            </>
          }
        />
        <LineFields
          item={item}
          action={trpc.admin.draftOrders.updateLineItem.mutationOptions()}
          identity={actions && { id: draft.id, line_id: item.id }}
        />
      </Box>
      <Group gap="sm" ms="auto" justify="flex-end" wrap="nowrap">
        {actions && item.variant_id === null && (
          <DialogButton
            needs="draftOrders.updateLineItem"
            text={edit}
            label={drafts.editCustomItem(item.title)}
            dialog={(close) => <EditCustomItemDialog {...{ draft, item, currency }} onClose={close} />}
          />
        )}
        {actions && <LineQuantity item={item} onChange={(quantity) => actions.change(item.id, quantity)} />}
        <Text size="sm" fw={500} miw="5rem" ta="end">
          <Money amount={item.subtotal ?? 0} currency={currency} />
        </Text>
        {actions && (
          <Allowed needs="draftOrders.deleteLineItem">
            <ActionIcon aria-label={words.removeItem(item.title)} onClick={() => actions.remove(item.id)}>
              <IconX size={16} />
            </ActionIcon>
          </Allowed>
        )}
      </Group>
    </Group>
  )
}

/** The tax rate in percent. Null: no tax. */
const taxOf = ({ tax_rate_id, tax_lines = [] }: DraftLine): string | null =>
  tax_rate_id ? percentText(tax_lines.reduce((sum, { rate }) => sum + rate, 0)) : null
