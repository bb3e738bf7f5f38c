import { trpc } from '#console/app/api.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { type Readable, requiredNumber } from '#console/components/form/entered.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { common } from '#console/strings/common.ts'
import { draftOrders } from '#console/strings/draft-orders.ts'
import { type CustomItem, CustomItemFields, REGION_RATE } from './custom-item-fields.tsx'
import type { Draft, DraftLine } from './draft-items.tsx'

interface CustomItemDialogProps {
  draft: Draft
  currency: string
  onClose(): void
}

const REQUIRED = ['title', 'unit_price', 'quantity'] as const

const inputOf = ({ title, unit_price, quantity, tax_rate_id, includes_tax }: Readable<CustomItem>) => ({
  ...{ title, includes_tax },
  unit_price: requiredNumber(unit_price),
  quantity: requiredNumber(quantity),
  tax_rate_id: tax_rate_id || null,
})

/** Adds an item with a title, a price and a tax, but no product. */
export function CustomItemDialog({ draft, currency, onClose }: CustomItemDialogProps) {
  const words = draftOrders.useWords()
  const { saved } = common.useWords()
  const form = useProcedureForm({
    action: trpc.admin.draftOrders.addLineItem.mutationOptions(),
    draft: draft.id,
    values: {
      ...{ title: '', unit_price: null, quantity: 1 },
      tax_rate_id: REGION_RATE,
      includes_tax: draft.cart.region?.includes_tax ?? false,
    } as CustomItem,
    required: REQUIRED,
    toInput: (item) => ({ id: draft.id, ...inputOf(item) }),
    onSaved: endDialog(saved, onClose),
  })
  return (
    <FormDialog form={form} title={words.addCustomItem} action={words.addItem} onClose={onClose}>
      <CustomItemFields form={form} region={draft.cart.region} currency={currency} />
    </FormDialog>
  )
}

/** Changes an item without a product. */
export function EditCustomItemDialog({ draft, item, currency, onClose }: CustomItemDialogProps & { item: DraftLine }) {
  const words = draftOrders.useWords()
  const { saved } = common.useWords()
  const { title, unit_price, quantity, tax_rate_id = '', includes_tax } = item
  const form = useProcedureForm({
    action: trpc.admin.draftOrders.updateLineItem.mutationOptions(),
    isFinal: true,
    draft: item.id,
    values: { title, unit_price, quantity, tax_rate_id, includes_tax } as CustomItem,
    required: REQUIRED,
    toInput: (values) => ({ id: draft.id, line_id: item.id, ...inputOf(values) }),
    onSaved: endDialog(saved, onClose),
  })
  return (
    <FormDialog form={form} title={words.editCustomItem(title)} onClose={onClose}>
      <CustomItemFields form={form} region={draft.cart.region} currency={currency} />
    </FormDialog>
  )
}
