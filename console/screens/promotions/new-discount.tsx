import { useNavigate } from '@tanstack/react-router'
import { queryClient, trpc } from '#console/app/api.ts'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Page } from '#console/components/page.tsx'
import { common } from '#console/strings/common.ts'
import { useStrings } from '#console/strings/define-strings.ts'
import { promotions } from '#console/strings/promotions.ts'
import { DiscountFields, durationOf, limitOf, newDiscountValues } from './discount-fields.tsx'

export function NewDiscount() {
  const words = useStrings(promotions)
  const { create } = useStrings(common)
  const navigate = useNavigate()
  const form = useProcedureForm({
    action: trpc.admin.discounts.create.mutationOptions(),
    values: newDiscountValues,
    toInput: ({ rule, starts_at, valid_duration, usage_limit, is_dynamic, ...values }) => ({
      ...values,
      is_dynamic,
      rule: { ...rule, value: rule.value ?? Number.NaN },
      usage_limit: limitOf(usage_limit),
      valid_duration: is_dynamic ? durationOf(valid_duration) : null,
      ...(starts_at ? { starts_at } : {}),
    }),
    onSaved: async ({ discount }) => {
      await queryClient.invalidateQueries(trpc.admin.discounts.pathFilter())
      await navigate({ to: '/promotions/$id', params: { id: discount.id } })
    },
  })
  return (
    <Page title={words.newDiscount} back={{ to: '/promotions', text: words.discounts }} width="form">
      <ProcedureForm form={form} action={create}>
        <DiscountFields fields={form.fields} />
      </ProcedureForm>
    </Page>
  )
}
