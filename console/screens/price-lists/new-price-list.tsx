import { useNavigate } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import type { Readable } from '#console/components/form/entered.ts'
import { FormPreview } from '#console/components/form/form-preview.tsx'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Page } from '#console/components/page.tsx'
import { common } from '#console/strings/common.ts'
import { navigation } from '#console/strings/navigation.ts'
import { priceLists } from '#console/strings/price-lists.ts'
import { PriceListFields, type PriceListValues, toPriceListInput } from './price-list-fields.tsx'

/** A draft, so that buyers see no price before the list is complete. */
const EMPTY: PriceListValues = {
  name: '',
  description: '',
  type: 'sale',
  status: 'draft',
  starts_at: null,
  ends_at: null,
  customer_groups: [],
}

export function NewPriceList() {
  const words = priceLists.useWords()
  const names = navigation.useWords()
  const { create } = common.useWords()
  const navigate = useNavigate()
  const toInput = (values: Readable<PriceListValues>) => ({ ...toPriceListInput(values), prices: [] })
  const form = useProcedureForm({
    action: trpc.admin.priceLists.create.mutationOptions(),
    values: EMPTY,
    toInput,
    onSaved: async ({ price_list }) => {
      await navigate({ to: '/price-lists/$id', params: { id: price_list.id } })
    },
  })
  return (
    <Page title={words.newList} back={{ to: '/price-lists', text: names.priceLists }} width="form">
      <ProcedureForm form={form} action={create}>
        <PriceListFields fields={form.fields} />
        <FormPreview form={form} procedure={trpc.admin.priceLists.create} input={form.input} />
      </ProcedureForm>
    </Page>
  )
}
