import { SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { countryName } from '#console/components/countries.ts'
import { AddressFields } from '#console/components/form/address-fields.tsx'
import { type AddressValues, addressInput, addressValues } from '#console/components/form/address-values.ts'
import { requiredNumber } from '#console/components/form/entered.ts'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Select } from '#console/components/late-select.tsx'
import { NoRegions } from '#console/components/no-regions.tsx'
import { notifyDone } from '#console/components/notify.ts'
import { Page } from '#console/components/page.tsx'
import { NewRowFieldInputs, useNewRowFields } from '#console/components/plugin-fields/new-row-fields.tsx'
import { Section } from '#console/components/section.tsx'
import { type NewItem, NewItems } from '#console/components/variants/new-items.tsx'
import { common } from '#console/strings/common.ts'
import { draftOrders } from '#console/strings/draft-orders.ts'
import { navigation } from '#console/strings/navigation.ts'
import { ShippingSelect } from '../orders/shipping-select.tsx'
import { CustomerField } from './customer-field.tsx'

interface Values {
  email: string
  customer_id: string | null
  region_id: string
  items: NewItem[]
  /** The ID of a shipping option. */
  shipping_methods: string
  shipping_address: AddressValues
}

const EMPTY: Values = {
  email: '',
  customer_id: null,
  region_id: '',
  items: [],
  shipping_methods: '',
  shipping_address: addressValues(),
}

export function NewDraftOrder() {
  const words = draftOrders.useWords()
  const names = navigation.useWords()
  const { created } = common.useWords()
  const navigate = useNavigate()
  const { data } = useQuery(trpc.admin.regions.list.queryOptions({ limit: 200, expand: 'countries' }))
  const regions = data?.regions ?? []
  const own = useNewRowFields('line_item')
  const ofDraft = useNewRowFields('draft_order')
  const ofAddress = useNewRowFields('address')
  const enteredAddress = (entered: AddressValues) => {
    const address = ofAddress.addTo({ ...addressInput(entered) }, entered)
    return Object.keys(address).length > 0 ? address : undefined
  }
  const form = useProcedureForm({
    action: trpc.admin.draftOrders.create.mutationOptions(),
    values: EMPTY,
    required: ['region_id'],
    toInput: ({ items, shipping_methods, shipping_address: entered, customer_id, ...values }) => {
      const shipping_address = enteredAddress(entered)
      const { email, region_id } = values
      const input = {
        ...{ email, region_id },
        ...(customer_id ? { customer_id } : {}),
        items: items.map((item) =>
          own.addTo({ variant_id: item.variant_id, quantity: requiredNumber(item.quantity) }, item),
        ),
        shipping_methods: shipping_methods ? [{ option_id: shipping_methods }] : [],
        ...(shipping_address ? { shipping_address, billing_address: shipping_address } : {}),
      }
      return ofDraft.addTo(input, values)
    },
    onSaved: async ({ draft_order }) => {
      notifyDone(created)
      await navigate({ to: '/draft-orders/$id', params: { id: draft_order.id } })
    },
  })
  const { fields } = form
  const { region_id, items, shipping_methods, email } = fields.getValues()
  const region = regions.find(({ id }) => id === region_id)
  return (
    <Page title={words.newDraft} back={{ to: '/draft-orders', text: names.draftOrders }} width="form">
      <NoRegions />
      <ProcedureForm form={form} action={words.createDraft}>
        <Section title={words.customer}>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <CustomerField
              value={email}
              onChange={(customer) => fields.setValues(customer)}
              error={fields.errors.email}
            />
            <Select
              label={words.region}
              data={regions.map(({ id, name, currency_code }) => ({
                value: id,
                label: `${name} (${currency_code.toUpperCase()})`,
              }))}
              {...fields.getInputProps('region_id')}
              onChange={(id) => fields.setValues({ region_id: id ?? '', items: [], shipping_methods: '' })}
            />
            <NewRowFieldInputs fields={ofDraft.fields} form={fields} />
          </SimpleGrid>
        </Section>
        {region && (
          <>
            <Section title={words.items}>
              <div data-path="items">
                <NewItems
                  label={words.addItem}
                  regionId={region.id}
                  currency={region.currency_code}
                  items={items}
                  onChange={(chosen) => fields.setFieldValue('items', chosen)}
                  error={typeof fields.errors.items === 'string' ? fields.errors.items : undefined}
                  details={(index) => <NewRowFieldInputs fields={own.fields} form={fields} path={`items.${index}`} />}
                />
              </div>
            </Section>
            <Section title={words.shipping}>
              <Stack>
                <div data-path="shipping_methods">
                  <ShippingSelect
                    order={{ region_id: region.id, currency_code: region.currency_code }}
                    label={words.shippingOption}
                    kind="outbound"
                    variantIds={items.map(({ variant_id }) => variant_id)}
                    value={shipping_methods || undefined}
                    onChange={(option) => fields.setFieldValue('shipping_methods', option ?? '')}
                    error={
                      typeof fields.errors.shipping_methods === 'string' ? fields.errors.shipping_methods : undefined
                    }
                  />
                </div>
                <AddressFields
                  form={fields}
                  path="shipping_address"
                  countries={region.countries?.map(({ iso_2 }) => ({ value: iso_2, label: countryName(iso_2) })) ?? []}
                >
                  <NewRowFieldInputs fields={ofAddress.fields} form={fields} path="shipping_address" />
                </AddressFields>
              </Stack>
            </Section>
          </>
        )}
      </ProcedureForm>
    </Page>
  )
}
