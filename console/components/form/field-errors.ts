import { shopError } from '#client/index.ts'
import { type Refusal, type RefusalWords, refusalText } from '../refusal-text.ts'
import { unreadablePaths } from './entered.ts'
import { type FieldWords, sentenceOfRule } from './issue-sentence.ts'

/** Finds the field of a form for a part of the input, such as `rows.variant_1.sku` for `variant_changes.0.sku`. */
export type FieldPlace = (path: string, takenValue: string | undefined) => string | undefined

export interface FormFields {
  names: readonly string[]
  placeOf?: FieldPlace | undefined
}

/**
 * The errors of the shop by the fields of a form or a dialog. An error of an element, such as `items.0.quantity`, belongs
 * to its list. An error that is about no field of the form has no entry.
 */
export function fieldErrorsOf(
  error: unknown,
  { names, placeOf }: FormFields,
  words: RefusalWords & FieldWords,
): Record<string, string> {
  const errors: Record<string, string> = {}
  const refusal = shopError(error)
  if (!refusal) return errors
  for (const { path, message, rule } of refusal.fields) {
    const [name = ''] = path.split('.')
    const place = placeOf?.(path, refusal.reason?.name === 'value_exists' ? refusal.reason.value : undefined)
    const field = place ?? path.replace(/\.\d+(\..*)?$/, '')
    if (!place && !names.includes(name)) continue
    errors[field] ??= isTakenValue(refusal)
      ? words.duplicateField
      : rule
        ? sentenceOfRule(rule, words)
        : refusalText({ ...refusal, message }, words)
  }
  return errors
}

/** Whether another row has the value. Other duplicates have a reason that explains more. */
const isTakenValue = ({ type, reason }: Refusal): boolean =>
  type === 'duplicate_error' && (!reason || reason.name === 'value_exists')

/** A mark for each field with unreadable text. The field itself states the reason. */
export const unreadableErrors = (values: unknown, words: FieldWords): Record<string, string> =>
  Object.fromEntries(unreadablePaths(values).map((path) => [path, words.fieldInvalid]))
