import { shopError } from '#client/index.ts'

/**
 * The errors of the shop by the fields of a form or a dialog. An error of an element, such as `items.0.quantity`, belongs
 * to its list. An error that is about no field of the form has no entry.
 */
export function fieldErrorsOf(error: unknown, fields: readonly string[]): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of shopError(error)?.fields ?? []) {
    const [name = ''] = path.split('.')
    const field = path.replace(/\.\d+(\..*)?$/, '')
    if (fields.includes(name)) errors[field] ??= message
  }
  return errors
}
