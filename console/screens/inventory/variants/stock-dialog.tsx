import { Switch } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { type Entered, requiredNumber } from '#console/components/form/entered.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { WholeNumberInput } from '#console/components/form/number-input.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { common } from '#console/strings/common.ts'
import { inventory } from '#console/strings/inventory.ts'
import type { Variant } from './variant-stock.tsx'

export function StockDialog({ variant, onClose }: { variant: Variant; onClose(): void }) {
  const words = inventory.useWords()
  const { saved } = common.useWords()
  const form = useProcedureForm({
    action: trpc.admin.products.updateVariant.mutationOptions(),
    isFinal: true,
    draft: variant.id,
    values: {
      inventory_quantity: variant.inventory_quantity as Entered<number>,
      allow_backorder: variant.allow_backorder,
    },
    toInput: ({ inventory_quantity, allow_backorder }) => ({
      id: variant.product_id,
      variant_id: variant.id,
      inventory_quantity: requiredNumber(inventory_quantity),
      allow_backorder,
    }),
    onSaved: endDialog(saved, onClose),
  })
  const { getInputProps } = form.fields
  return (
    <FormDialog form={form} title={words.editStock} onClose={onClose}>
      <WholeNumberInput
        label={words.stock}
        min={form.fields.getValues().allow_backorder ? null : 0}
        data-autofocus
        {...getInputProps('inventory_quantity')}
      />
      <Switch label={words.allowBackorder} {...getInputProps('allow_backorder', { type: 'checkbox' })} />
    </FormDialog>
  )
}
