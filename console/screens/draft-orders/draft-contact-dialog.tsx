import { Checkbox, Fieldset, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { countryName, useCountryOptions } from '#console/components/countries.ts'
import { AddressFields } from '#console/components/form/address-fields.tsx'
import { addressInput, addressValues, isSameAddress } from '#console/components/form/address-values.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { common } from '#console/strings/common.ts'
import { draftOrders } from '#console/strings/draft-orders.ts'
import { orderContact } from '#console/strings/order-contact.ts'
import type { Draft } from './draft-items.tsx'

/** Changes the e-mail and the addresses of an open draft order. */
export function DraftContactDialog({ draft, onClose }: { draft: Draft; onClose(): void }) {
  const words = orderContact.useWords()
  const { editContact } = draftOrders.useWords()
  const { saved } = common.useWords()
  const countries = useCountryOptions()
  const { id, cart } = draft
  const form = useProcedureForm({
    action: trpc.admin.draftOrders.update.mutationOptions(),
    draft: id,
    draftName: 'draft contact',
    values: {
      email: cart.email ?? '',
      shipping_address: addressValues(cart.shipping_address),
      isSame: !cart.billing_address || isSameAddress(cart.shipping_address, cart.billing_address),
      billing_address: addressValues(cart.billing_address),
    },
    required: ['email'],
    toInput: ({ isSame, ...values }) => ({
      id,
      email: values.email,
      shipping_address: addressInput(values.shipping_address),
      billing_address: addressInput(isSame ? values.shipping_address : values.billing_address),
    }),
    sentIfChanged: ['email'],
    // Another e-mail is another customer.
    isFinal: true,
    onSaved: endDialog(saved, onClose),
  })
  const { fields } = form
  return (
    <FormDialog form={form} title={editContact} onClose={onClose} size="xl">
      <TextInput label={words.email} type="email" {...fields.getInputProps('email')} />
      <Fieldset legend={words.shippingAddress}>
        <AddressFields form={fields} path="shipping_address" countries={useCountriesOf(cart.region_id)} />
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

function useCountriesOf(region_id: string) {
  const { data } = useQuery(trpc.admin.regions.get.queryOptions({ id: region_id, expand: 'countries', fields: 'id' }))
  return (data?.region.countries ?? []).map(({ iso_2 }) => ({ value: iso_2, label: countryName(iso_2) }))
}
