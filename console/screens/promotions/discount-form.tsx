import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#client/index.ts'
import { queryClient, trpc } from '#console/app/api.ts'
import { type Readable, requiredNumber } from '#console/components/form/entered.ts'
import { FormPreview } from '#console/components/form/form-preview.tsx'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { notifyDone } from '#console/components/notify.ts'
import { common } from '#console/strings/common.ts'
import { useStrings } from '#console/strings/define-strings.ts'
import { DiscountFields, type DiscountValues, durationOf } from './discount-fields.tsx'

export type Discount = inferRouterOutputs<AppRouter>['admin']['discounts']['get']['discount']

export function DiscountForm({ discount }: { discount: Discount }) {
  const { saved } = useStrings(common)
  const toInput = ({
    rule,
    starts_at,
    valid_duration,
    usage_limit,
    is_dynamic,
    ...values
  }: Readable<DiscountValues>) => ({
    ...values,
    id: discount.id,
    rule: {
      id: discount.rule_id,
      description: rule.description,
      value: requiredNumber(rule.value),
      ...(rule.type === 'free_shipping' ? {} : { allocation: rule.allocation }),
    },
    usage_limit,
    ...(is_dynamic ? { valid_duration: durationOf(valid_duration) } : {}),
    ...(starts_at ? { starts_at } : {}),
  })
  const form = useProcedureForm({
    action: trpc.admin.discounts.update.mutationOptions(),
    draft: discount.id,
    values: valuesOf(discount),
    toInput,
    onSaved: async () => {
      notifyDone(saved)
      await queryClient.invalidateQueries(trpc.admin.discounts.pathFilter())
    },
  })
  return (
    <ProcedureForm form={form}>
      <DiscountFields fields={form.fields} isStored />
      <FormPreview form={form} procedure={trpc.admin.discounts.update} input={form.input} />
    </ProcedureForm>
  )
}

function valuesOf({ code, rule, regions, ...discount }: Discount): DiscountValues {
  const { is_disabled, is_dynamic, usage_limit, starts_at, ends_at, valid_duration } = discount
  const days = /^P(\d+)D$/.exec(valid_duration ?? '')?.[1]
  return {
    code,
    rule: {
      type: rule?.type ?? 'percentage',
      value: rule?.value ?? null,
      allocation: rule?.allocation ?? 'total',
      description: rule?.description ?? '',
    },
    regions: regions?.map(({ id }) => id) ?? [],
    is_disabled,
    is_dynamic,
    valid_duration: days ? Number(days) : null,
    usage_limit,
    starts_at,
    ends_at,
  }
}
