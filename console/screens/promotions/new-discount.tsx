import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { type Readable, requiredNumber } from '#console/components/form/entered.ts'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Page } from '#console/components/page.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { common } from '#console/strings/common.ts'
import { promotions } from '#console/strings/promotions.ts'
import { budgetsOf } from './budget-fields.tsx'
import { buyGetInput } from './buy-get-values.ts'
import { DiscountEditor, discountTerms, durationOf, tiersOf } from './discount-editor.tsx'
import { type DiscountValues, newDiscountValues } from './discount-values.ts'
import { Simulation } from './simulation.tsx'

const toInput = (values: Readable<DiscountValues>) => ({
  ...discountTerms(values),
  is_automatic: values.is_automatic,
  is_dynamic: values.is_dynamic,
  rule: {
    ...values.rule,
    value: requiredNumber(values.rule.value),
    priority: values.rule.priority ?? 0,
    tiers: tiersOf(values),
    budgets: budgetsOf(values.rule.budgets),
    buy_get: values.rule.buy_get && buyGetInput(values.rule.buy_get),
    conditions: values.conditions.map(({ kind, operator, ids }) => ({ operator, [kind]: ids })),
  },
  valid_duration: values.is_dynamic ? durationOf(values.valid_duration) : null,
})

/** A new discount is for all regions of the shop at first. */
export function NewDiscount() {
  const { data, error } = useQuery(trpc.admin.regions.list.queryOptions({ limit: 200, expand: '' }))
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  return <NewDiscountForm regions={data.regions.map(({ id }) => id)} />
}

function NewDiscountForm({ regions }: { regions: string[] }) {
  const words = promotions.useWords()
  const { create } = common.useWords()
  const navigate = useNavigate()
  const form = useProcedureForm({
    action: trpc.admin.discounts.create.mutationOptions(),
    values: { ...newDiscountValues, regions },
    toInput,
    onSaved: async ({ discount }) => {
      await navigate({ to: '/promotions/$id', params: { id: discount.id } })
    },
  })
  return (
    <Page title={words.newDiscount} back={{ to: '/promotions', text: words.discounts }} width="form">
      <Stack gap="lg">
        <DiscountEditor form={form} procedure={trpc.admin.discounts.create} action={create} />
        <Simulation input={form.input && { discount: form.input }} />
      </Stack>
    </Page>
  )
}
