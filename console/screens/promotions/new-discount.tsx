import { useNavigate } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { type Readable, requiredNumber } from '#console/components/form/entered.ts'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Page } from '#console/components/page.tsx'
import { common } from '#console/strings/common.ts'
import { promotions } from '#console/strings/promotions.ts'
import { DiscountEditor, discountTerms, durationOf } from './discount-editor.tsx'
import { type DiscountValues, newDiscountValues } from './discount-fields.tsx'

const toInput = (values: Readable<DiscountValues>) => ({
  ...discountTerms(values),
  is_dynamic: values.is_dynamic,
  rule: { ...values.rule, value: requiredNumber(values.rule.value) },
  valid_duration: values.is_dynamic ? durationOf(values.valid_duration) : null,
})

export function NewDiscount() {
  const words = promotions.useWords()
  const { create } = common.useWords()
  const navigate = useNavigate()
  const form = useProcedureForm({
    action: trpc.admin.discounts.create.mutationOptions(),
    values: newDiscountValues,
    toInput,
    onSaved: async ({ discount }) => {
      await navigate({ to: '/promotions/$id', params: { id: discount.id } })
    },
  })
  return (
    <Page title={words.newDiscount} back={{ to: '/promotions', text: words.discounts }} width="form">
      <DiscountEditor form={form} procedure={trpc.admin.discounts.create} action={create} />
    </Page>
  )
}
