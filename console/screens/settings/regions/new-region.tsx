import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { requiredNumber } from '#console/components/form/entered.ts'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Page } from '#console/components/page.tsx'
import { NewRowFieldInputs, useNewRowFields } from '#console/components/plugin-fields/new-row-fields.tsx'
import { Section } from '#console/components/section.tsx'
import { common } from '#console/strings/common.ts'
import { markets } from '#console/strings/markets.ts'
import { plugins } from '#console/strings/plugins.ts'
import { settings } from '#console/strings/settings.ts'
import type { RegionValues } from './region.ts'
import { RegionFields } from './region-fields.tsx'

const values: RegionValues = {
  name: '',
  currency_code: '',
  countries: [],
  payment_providers: [],
  fulfillment_providers: [],
  tax_rate: null,
  tax_code: '',
  tax_provider_id: null,
  automatic_taxes: true,
  gift_cards_taxable: true,
  includes_tax: false,
}

export function NewRegion() {
  const words = markets.useWords()
  const shared = settings.useWords()
  const { create } = common.useWords()
  const ofPlugins = plugins.useWords()
  const navigate = useNavigate()
  const own = useNewRowFields('region')
  const form = useProcedureForm({
    action: trpc.admin.regions.create.mutationOptions(),
    values,
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
