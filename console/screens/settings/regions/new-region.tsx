import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { requiredNumber } from '#console/components/form/entered.ts'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Page } from '#console/components/page.tsx'
import { NewRowFieldInputs, useNewRowFields } from '#console/components/plugin-fields/new-row-fields.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { common } from '#console/strings/common.ts'
import { markets } from '#console/strings/markets.ts'
import { plugins } from '#console/strings/plugins.ts'
import { settings } from '#console/strings/settings.ts'
import type { RegionValues } from './region.ts'
import { RegionFields } from './region-fields.tsx'

type Store = RouterOutputs['admin']['store']['get']['store']

/** A new region takes all ways to pay and to ship. */
const valuesFor = (store: Store): RegionValues => ({
  name: '',
  currency_code: store.default_currency_code,
  countries: [],
  payment_providers: store.payment_providers?.map(({ id }) => id) ?? [],
  fulfillment_providers: store.fulfillment_providers?.map(({ id }) => id) ?? [],
  tax_rate: null,
  tax_code: '',
  tax_provider_id: null,
  automatic_taxes: true,
  gift_cards_taxable: true,
  includes_tax: false,
})

export function NewRegion() {
  const { data, error } = useQuery(trpc.admin.store.get.queryOptions())
  if (isLost(error, data)) return <ErrorPage error={error} />
  return data ? <NewRegionForm store={data.store} /> : <LoadingPage />
}

function NewRegionForm({ store }: { store: Store }) {
  const words = markets.useWords()
  const shared = settings.useWords()
  const { create } = common.useWords()
  const ofPlugins = plugins.useWords()
  const navigate = useNavigate()
  const own = useNewRowFields('region')
  const form = useProcedureForm({
    action: trpc.admin.regions.create.mutationOptions(),
    values: valuesFor(store),
    toInput: ({ name, currency_code, countries, payment_providers, fulfillment_providers, ...values }) => {
      const input = {
        ...{ name, currency_code, countries, payment_providers, fulfillment_providers },
        tax_rate: requiredNumber(values.tax_rate),
        tax_code: values.tax_code || null,
        includes_tax: values.includes_tax,
      }
      return own.addTo(input, values)
    },
    onSaved: async ({ region }) => {
      await navigate({ to: '/settings/regions/$id', params: { id: region.id } })
    },
  })
  return (
    <Page title={words.newRegion} back={{ to: '/settings/regions', text: shared.regions }} width="form">
      <ProcedureForm form={form} action={create}>
        <RegionFields form={form} exists={false} />
        {own.fields.length > 0 && (
          <Section title={ofPlugins.fields}>
            <Stack>
              <NewRowFieldInputs fields={own.fields} form={form.fields} />
            </Stack>
          </Section>
        )}
      </ProcedureForm>
    </Page>
  )
}
