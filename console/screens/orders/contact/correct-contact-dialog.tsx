import { Alert, Checkbox, Fieldset, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { countryName, useCountryOptions } from '#console/components/countries.ts'
import { AddressFields } from '#console/components/form/address-fields.tsx'
import { addressInput, addressValues, isSameAddress } from '#console/components/form/address-values.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { orderContact } from '#console/strings/order-contact.ts'
import type { Order } from '../order.ts'

interface CorrectContactDialogProps {
  order: Order
  onClose(): void
}

/** Corrects the e-mail address and the addresses of an order. Its prices and taxes stay. */
export function CorrectContactDialog({ order, onClose }: CorrectContactDialogProps) {
  const words = orderContact.useWords()
  const { id, email, customer, shipping_address, billing_address } = order
  const countries = useCountryOptions()
  const form = useProcedureForm({
    action: trpc.admin.orders.update.mutationOptions(),
    isFinal: true,
    draft: id,
    draftName: 'contact',
    values: {
      email,
      shipping_address: addressValues(shipping_address),
      isSame: isSameAddress(shipping_address, billing_address),
      billing_address: addressValues(billing_address),
    },
    required: ['email'],
    toInput: ({ isSame, ...values }) => ({
      id,
      ...(values.email === email ? {} : { email: values.email }),
      shipping_address: addressInput(values.shipping_address),
      billing_address: addressInput(isSame ? values.shipping_address : values.billing_address),
    }),
    onSaved: endDialog(words.corrected, onClose),
  })
  const { fields } = form
  return (
    <FormDialog form={form} title={words.title} onClose={onClose} size="xl">
      <Text size="sm" c="dimmed">
        {words.termsStay}
      </Text>
      <ShippedAlert order={order} />
      <TextInput
        label={words.email}
        description={customer?.has_account ? words.emailOfAccount : words.emailOfGuest}
        type="email"
        {...fields.getInputProps('email')}
      />
      <Fieldset legend={words.shippingAddress}>
        <AddressFields form={fields} path="shipping_address" countries={useCountriesOf(order)} />
      </Fieldset>
      <Checkbox label={words.sameAddress} {...fields.getInputProps('isSame', { type: 'checkbox' })} />
      {!fields.getValues().isSame && (
        <Fieldset legend={words.billingAddress}>
          <AddressFields form={fields} path="billing_address" countries={countries} />
        </Fieldset>
      )}
    </FormDialog>
  )
}

function ShippedAlert({ order: { fulfillments = [] } }: { order: Order }) {
  const words = orderContact.useWords()
  const packed = fulfillments.filter(({ canceled_at }) => !canceled_at)
  if (packed.length === 0) return null
  const isShipped = packed.some(({ shipped_at }) => shipped_at)
  return <Alert color="yellow">{isShipped ? words.alreadyShipped : words.alreadyPacked}</Alert>
}

/** The countries to which the order can be sent: those of its region, and the present one. */
function useCountriesOf({ region_id, shipping_address }: Order) {
  const { data } = useQuery(trpc.admin.regions.get.queryOptions({ id: region_id, expand: 'countries', fields: 'id' }))
  const ofRegion = data?.region.countries?.map(({ iso_2 }) => iso_2) ?? []
  const codes = new Set([...ofRegion, ...(shipping_address?.country_code ? [shipping_address.country_code] : [])])
  return [...codes].map((value) => ({ value, label: countryName(value) }))
}
