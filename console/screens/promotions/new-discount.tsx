import { useNavigate } from '@tanstack/react-router'
import { queryClient, trpc } from '#console/app/api.ts'
import { type Readable, requiredNumber } from '#console/components/form/entered.ts'
import { FormPreview } from '#console/components/form/form-preview.tsx'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Page } from '#console/components/page.tsx'
import { common } from '#console/strings/common.ts'
import { useStrings } from '#console/strings/define-strings.ts'
import { promotions } from '#console/strings/promotions.ts'
import { DiscountFields, type DiscountValues, durationOf, newDiscountValues } from './discount-fields.tsx'

const toInput = ({
  rule,
  starts_at,
  valid_duration,
  usage_limit,
  is_dynamic,
  ...values
}: Readable<DiscountValues>) => ({
  ...values,
  is_dynamic,
  rule: { ...rule, value: requiredNumber(rule.value) },
  usage_limit,
  valid_duration: is_dynamic ? durationOf(valid_duration) : null,
  ...(starts_at ? { starts_at } : {}),
})

export function NewDiscount() {
  const words = useStrings(promotions)
  const { create } = useStrings(common)
  const navigate = useNavigate()
  const form = useProcedureForm({
    action: trpc.admin.discounts.create.mutationOptions(),
    values: newDiscountValues,
    toInput,
    onSaved: async ({ discount }) => {
      await queryClient.invalidateQueries(trpc.admin.discounts.pathFilter())
      await navigate({ to: '/promotions/$id', params: { id: discount.id } })
    },
  })
  const values = form.fields.getValues()
  return (
    <Page title={words.newDiscount} back={{ to: '/promotions', text: words.discounts }} width="form">
      <ProcedureForm form={form} action={create}>
        <DiscountFields fields={form.fields} />
        <FormPreview
          form={form}
          procedure={trpc.admin.discounts.create}
          input={values.regions.length > 0 ? form.input : undefined}
        />
      </ProcedureForm>
    </Page>
  )
}
