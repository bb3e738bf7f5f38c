import { trpc } from '#console/app/api.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import type { Entered } from '#console/components/form/entered.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { MoneyInput } from '#console/components/form/number-input.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { common } from '#console/strings/common.ts'
import { draftOrders } from '#console/strings/draft-orders.ts'
import { ShippingSelect } from '../orders/shipping-select.tsx'
import type { Draft } from './draft-items.tsx'

interface DraftShippingDialogProps {
  draft: Draft
  currency: string
  onClose(): void
}

interface ShippingValues {
  option_id: string
  price: Entered<number>
}

/** Replaces the shipping of an open draft order, optionally with another price. */
export function DraftShippingDialog({ draft: { id, cart }, currency, onClose }: DraftShippingDialogProps) {
  const words = draftOrders.useWords()
  const { saved } = common.useWords()
  const [method] = cart.shipping_methods ?? []
  const values: ShippingValues = {
    option_id: method?.shipping_option_id ?? '',
    price: method && method.price !== method.shipping_option?.amount ? method.price : null,
  }
  const form = useProcedureForm({
    action: trpc.admin.draftOrders.update.mutationOptions(),
    draft: id,
    draftName: 'draft shipping',
    values,
    required: ['option_id'],
    toInput: ({ option_id, price }) => ({ id, shipping_methods: [{ option_id, price }] }),
    placeOf: (path) => (path.endsWith('price') ? 'price' : 'option_id'),
    isFinal: true,
    onSaved: endDialog(saved, onClose),
  })
  const { fields } = form
  const { option_id } = fields.getValues()
  return (
    <FormDialog form={form} title={words.editShipping} onClose={onClose}>
      <div data-path="option_id">
        <ShippingSelect
          order={{ region_id: cart.region_id, currency_code: currency }}
          label={words.shippingOption}
          kind="outbound"
          variantIds={(cart.items ?? []).flatMap(({ variant_id }) => variant_id ?? [])}
          value={option_id || undefined}
          onChange={(option) => fields.setFieldValue('option_id', option ?? '')}
          error={typeof fields.errors['option_id'] === 'string' ? fields.errors['option_id'] : undefined}
        />
      </div>
      <MoneyInput
        label={words.shippingPrice}
        description={words.shippingPriceHint}
        currency={currency}
        {...fields.getInputProps('price')}
      />
    </FormDialog>
  )
}
