import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { useCurrencies } from '#console/app/use-currencies.ts'
import { PreviewProvider } from '#console/components/action/preview-context.ts'
import { DateTimeInput } from '#console/components/form/date-time-input.tsx'
import { type Entered, type Readable, requiredNumber } from '#console/components/form/entered.ts'
import { FormPreview } from '#console/components/form/form-preview.tsx'
import { MoneyInput } from '#console/components/form/number-input.tsx'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Select } from '#console/components/late-select.tsx'
import { NoRegions } from '#console/components/no-regions.tsx'
import { Page } from '#console/components/page.tsx'
import { NewRowFieldInputs, useNewRowFields } from '#console/components/plugin-fields/new-row-fields.tsx'
import { Section } from '#console/components/section.tsx'
import { promotions } from '#console/strings/promotions.ts'

interface CardValues {
  region_id: string
  value: Entered<number>
  ends_at: Entered<Date>
}

const EMPTY: CardValues = { region_id: '', value: null, ends_at: null }

const toInput = ({ region_id, value, ends_at }: Readable<CardValues>) => ({
  region_id,
  value: requiredNumber(value),
  ends_at,
})

export function NewGiftCard() {
  const words = promotions.useWords()
  const navigate = useNavigate()
  const { data } = useQuery(trpc.admin.regions.list.queryOptions({ limit: 200, expand: '' }))
  const own = useNewRowFields('gift_card')
  const form = useProcedureForm({
    action: trpc.admin.giftCards.create.mutationOptions(),
    values: EMPTY,
    toInput: (card) => own.addTo(toInput(card), card),
    onSaved: async ({ gift_card }) => {
      await navigate({ to: '/promotions/gift-cards/$id', params: { id: gift_card.id } })
    },
  })
  const [defaultCurrency = 'eur'] = useCurrencies()
  const values = form.fields.getValues()
  const currency = data?.regions.find(({ id }) => id === values.region_id)?.currency_code ?? defaultCurrency
  return (
    <Page title={words.issueCard} back={{ to: '/promotions/gift-cards', text: words.giftCards }} width="form">
      <NoRegions />
      <ProcedureForm form={form} action={words.issueCard}>
        <Section title={words.terms}>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Select
              label={words.region}
              data={data?.regions.map(({ id, name }) => ({ value: id, label: name })) ?? []}
              {...form.fields.getInputProps('region_id')}
            />
            <MoneyInput label={words.value} currency={currency} {...form.fields.getInputProps('value')} />
            <DateTimeInput label={words.endsAt} {...form.fields.getInputProps('ends_at')} />
            <NewRowFieldInputs fields={own.fields} form={form.fields} />
          </SimpleGrid>
        </Section>
        <PreviewProvider value={{ currency }}>
          <FormPreview
            form={form}
            procedure={trpc.admin.giftCards.create}
            input={values.region_id ? form.input : undefined}
          />
        </PreviewProvider>
      </ProcedureForm>
    </Page>
  )
}
