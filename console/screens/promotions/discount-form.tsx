import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { type Readable, requiredNumber } from '#console/components/form/entered.ts'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { budgetsOf } from './budget-fields.tsx'
import { buyGetInput, buyGetValuesOf } from './buy-get-values.ts'
import { DiscountEditor, discountTerms, durationOf, tiersOf } from './discount-editor.tsx'
import type { DiscountValues } from './discount-values.ts'

export type Discount = inferRouterOutputs<AppRouter>['admin']['discounts']['get']['discount']

export function DiscountForm({ discount }: { discount: Discount }) {
  const toInput = (values: Readable<DiscountValues>) => ({
    ...discountTerms(values),
    id: discount.id,
    rule: {
      id: discount.rule_id,
      description: values.rule.description,
      value: requiredNumber(values.rule.value),
      limit_per_customer: values.rule.limit_per_customer,
      minimum_amount: values.rule.minimum_amount,
      minimum_quantity: values.rule.minimum_quantity,
      tiers: tiersOf(values),
      budgets: budgetsOf(values.rule.budgets),
      ...(values.rule.buy_get ? { buy_get: buyGetInput(values.rule.buy_get) } : {}),
      is_combinable: values.rule.is_combinable,
      priority: values.rule.priority ?? 0,
      ...(values.rule.type === 'free_shipping' ? {} : { allocation: values.rule.allocation }),
    },
    ...(values.is_dynamic ? { valid_duration: durationOf(values.valid_duration) } : {}),
  })
  const form = useProcedureForm({
    action: trpc.admin.discounts.update.mutationOptions(),
    draft: discount.id,
    values: valuesOf(discount),
    toInput,
  })
  return <DiscountEditor form={form} procedure={trpc.admin.discounts.update} />
}

export function valuesOf({ code, rule, regions, ...discount }: Discount): DiscountValues {
  const { is_disabled, is_dynamic, usage_limit, starts_at, ends_at, valid_duration } = discount
  const days = /^P(\d+)D$/.exec(valid_duration ?? '')?.[1]
  return {
    code,
    rule: {
      type: rule?.type ?? 'percentage',
      value: rule?.value ?? null,
      allocation: rule?.allocation ?? 'total',
      description: rule?.description ?? '',
      limit_per_customer: rule?.limit_per_customer ?? null,
      minimum_amount: rule?.minimum_amount ?? null,
      minimum_quantity: rule?.minimum_quantity ?? null,
      tiers: (rule?.tiers ?? []).map(({ minimum_amount = null, minimum_quantity = null, value }) => ({
        ...{ minimum_amount, minimum_quantity, value },
      })),
      buy_get: rule?.buy_get ? buyGetValuesOf(rule.buy_get) : null,
      budgets: rule?.budgets ?? [],
      is_combinable: rule?.is_combinable ?? false,
      priority: rule?.priority ?? 0,
    },
    conditions: [],
    regions: regions?.map(({ id }) => id) ?? [],
    is_disabled,
    is_automatic: discount.is_automatic ?? false,
    is_dynamic,
    valid_duration: days ? Number(days) : null,
    usage_limit,
    starts_at,
    ends_at,
  }
}
