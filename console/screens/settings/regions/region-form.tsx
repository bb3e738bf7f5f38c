import { trpc } from '#console/app/api.ts'
import { requiredNumber } from '#console/components/form/entered.ts'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import type { Region, RegionValues } from './region.ts'
import { RegionFields } from './region-fields.tsx'

export function RegionForm({ region }: { region: Region }) {
  const form = useProcedureForm({
    action: trpc.admin.regions.update.mutationOptions(),
    draft: region.id,
    values: valuesOf(region),
    toInput: ({ tax_rate, tax_code, ...values }) => ({
      id: region.id,
      ...values,
      tax_rate: requiredNumber(tax_rate),
      tax_code: tax_code || null,
    }),
  })
  return (
    <ProcedureForm form={form}>
      <RegionFields form={form} exists />
    </ProcedureForm>
  )
}

const valuesOf = (region: Region): RegionValues => ({
  name: region.name,
  currency_code: region.currency_code,
  countries: region.countries?.map(({ iso_2 }) => iso_2) ?? [],
  payment_providers: region.payment_providers?.map(({ id }) => id) ?? [],
  fulfillment_providers: region.fulfillment_providers?.map(({ id }) => id) ?? [],
  tax_rate: region.tax_rate,
  tax_code: region.tax_code ?? '',
  tax_provider_id: region.tax_provider_id ?? null,
  automatic_taxes: region.automatic_taxes,
  gift_cards_taxable: region.gift_cards_taxable,
  includes_tax: region.includes_tax,
})
