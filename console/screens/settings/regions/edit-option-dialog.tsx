import { trpc } from '#console/app/api.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { NewRowFieldInputs } from '#console/components/plugin-fields/new-row-fields.tsx'
import { useRowFields } from '#console/components/plugin-fields/use-row-fields.ts'
import { markets } from '#console/strings/markets.ts'
import { OptionFields } from './option-fields.tsx'
import { type OptionValues, optionInput, type ShippingOption } from './option-values.ts'
import type { Region } from './region.ts'

interface EditOptionDialogProps {
  option: ShippingOption
  region: Region
  onClose(): void
}

export function EditOptionDialog({ option, region, onClose }: EditOptionDialogProps) {
  const words = markets.useWords()
  const own = useRowFields('shipping_option', option)
  const form = useProcedureForm({
    action: trpc.admin.shippingOptions.update.mutationOptions(),
    draft: option.id,
    values: { ...valuesOf(option), ...own.values },
    // Each type has one requirement, so none needs its ID.
    toInput: (values) => own.addTo({ id: option.id, ...optionInput(values) }, values),
    onSaved: onClose,
  })
  return (
    <FormDialog form={form} title={words.editOption} onClose={onClose}>
      <OptionFields form={form} currency={region.currency_code} />
      <NewRowFieldInputs fields={own.fields} form={form.fields} />
    </FormDialog>
  )
}

function valuesOf(option: ShippingOption): OptionValues {
  const limit = (type: string) => option.requirements?.find((one) => one.type === type)?.amount ?? null
  return {
    name: option.name,
    price_type: option.price_type,
    amount: option.amount ?? null,
    min_subtotal: limit('min_subtotal'),
    max_subtotal: limit('max_subtotal'),
    admin_only: option.admin_only,
    includes_tax: option.includes_tax,
  }
}
