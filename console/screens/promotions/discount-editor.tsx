import type { Procedure } from '#console/components/action/procedure.ts'
import { type Readable, requiredNumber } from '#console/components/form/entered.ts'
import { FormPreview } from '#console/components/form/form-preview.tsx'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import type { InputForm } from '#console/components/form/use-procedure-form.ts'
import { DiscountFields } from './discount-fields.tsx'
import type { DiscountValues } from './discount-values.ts'

interface DiscountEditorProps<Input, Output> {
  form: InputForm<DiscountValues, Input>
  procedure: Procedure<Input, Output>
  /** The text of the button of a new discount. Without it, the discount is stored. */
  action?: string
}

/** The form of a new or a stored discount, with the changes that it will make. */
export function DiscountEditor<Input, Output>({ form, procedure, action }: DiscountEditorProps<Input, Output>) {
  const isStored = action === undefined
  const { regions, conditions } = form.fields.getValues()
  const canPreview = isStored || (regions.length > 0 && conditions.every(({ ids }) => ids.length > 0))
  return (
    <ProcedureForm form={form} {...(action === undefined ? {} : { action })}>
      <DiscountFields fields={form.fields} isStored={isStored} />
      <FormPreview form={form} procedure={procedure} input={canPreview ? form.input : undefined} />
    </ProcedureForm>
  )
}

/** The part of the input that new and stored discounts have in common. */
export function discountTerms(values: Readable<DiscountValues>) {
  const { rule, conditions, is_automatic, is_dynamic, valid_duration, starts_at, ...terms } = values
  return { ...terms, ...(starts_at ? { starts_at } : {}) }
}

export const durationOf = (days: number | null): string | null => (days === null ? null : `P${days}D`)

export const tiersOf = ({ rule }: Readable<DiscountValues>) =>
  rule.tiers.map(({ value, ...minimums }) => ({ ...minimums, value: requiredNumber(value) }))
