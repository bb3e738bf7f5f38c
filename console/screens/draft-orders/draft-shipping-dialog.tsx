import { Button, Stack } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import type { Entered } from '#console/components/form/entered.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { MoneyInput } from '#console/components/form/number-input.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { common } from '#console/strings/common.ts'
import { draftOrders } from '#console/strings/draft-orders.ts'
import { ShippingSelect, useShippingOptions } from '../orders/shipping-select.tsx'
import type { Draft } from './draft-items.tsx'

interface DraftShippingDialogProps {
  draft: Draft
  currency: string
  onClose(): void
}

interface MethodValues {
  option_id: string
  price: Entered<number>
}

const NEW_METHOD: MethodValues = { option_id: '', price: null }

/** Replaces the shipping of an open draft order, optionally with other prices. Goods with several shipping profiles need a method each. */
export function DraftShippingDialog({ draft: { id, cart }, currency, onClose }: DraftShippingDialogProps) {
  const words = draftOrders.useWords()
  const { saved, fieldRequired } = common.useWords()
  const before = cart.shipping_methods ?? []
  const methods = before.map(({ shipping_option_id, price, shipping_option }) => ({
    option_id: shipping_option_id,
    price: price === shipping_option?.amount ? null : price,
  }))
  const options = useShippingOptions(cart.region_id, 'outbound')
  const profileOf = (id: string) => options.find((option) => option.id === id)?.profile_id
  const form = useProcedureForm({
    action: trpc.admin.draftOrders.update.mutationOptions(),
    draft: id,
    draftName: 'draft shipping',
    values: { methods: methods.length > 0 ? methods : [NEW_METHOD] },
    check: (values) =>
      Object.fromEntries(
        values.methods.flatMap(({ option_id }, i) => {
          const profile = profileOf(option_id)
          const isSecond = values.methods.slice(0, i).some((one) => profile && profileOf(one.option_id) === profile)
          const error = option_id ? isSecond && words.sameProfile : fieldRequired
          return error ? [[`methods.${i}.option_id`, error]] : []
        }),
      ),
    toInput: (values) => ({
      id,
      shipping_methods: values.methods.map((method) => ({
        ...method,
        data: before.find(({ shipping_option_id }) => shipping_option_id === method.option_id)?.data,
      })),
    }),
    placeOf: (path) => path.replace('shipping_methods', 'methods'),
    isFinal: true,
    onSaved: endDialog(saved, onClose),
  })
  const { fields } = form
  const entered = fields.getValues().methods
  const variantIds = (cart.items ?? []).flatMap(({ variant_id }) => variant_id ?? [])
  const labelOf = (label: string, i: number) => (entered.length > 1 ? `${label} ${i + 1}` : label)
  return (
    <FormDialog form={form} title={words.editShipping} onClose={onClose}>
      {entered.map(({ option_id }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a method has no identity
        <Stack key={i} gap="xs">
          <div data-path={`methods.${i}.option_id`}>
            <ShippingSelect
              order={{ region_id: cart.region_id, currency_code: currency }}
              label={labelOf(words.shippingOption, i)}
              kind="outbound"
              variantIds={variantIds}
              value={option_id || undefined}
              onChange={(option) => fields.setFieldValue(`methods.${i}.option_id`, option ?? '')}
              error={textOfError(fields.errors[`methods.${i}.option_id`])}
            />
          </div>
          <MoneyInput
            label={labelOf(words.shippingPrice, i)}
            description={words.shippingPriceHint}
            currency={currency}
            {...fields.getInputProps(`methods.${i}.price`)}
          />
          {entered.length > 1 && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              aria-label={`${words.removeShipping} ${i + 1}`}
              onClick={() => fields.removeListItem('methods', i)}
            >
              {words.removeShipping}
            </Button>
          )}
        </Stack>
      ))}
      <Button size="compact-sm" variant="default" onClick={() => fields.insertListItem('methods', NEW_METHOD)}>
        {words.addShipping}
      </Button>
    </FormDialog>
  )
}

const textOfError = (error: unknown) => (typeof error === 'string' ? error : undefined)
