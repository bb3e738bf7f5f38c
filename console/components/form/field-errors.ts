import { shopError } from '#client/index.ts'

/** A message that starts with the name of a field: `email must be an email`, `each value in tags must be a string`. */
const MESSAGE = /^(?:each value in |nested property )?(\w+) (?:must|should|is) /

/**
 * Finds the fields that an error of the shop is about. The shop joins the messages of several fields with commas.
 * A message that names no field of the form belongs to no field.
 */
export function fieldErrorsOf(error: unknown, fields: readonly string[]): Record<string, string> {
  const message = shopError(error)?.message
  if (!message) return {}
  const errors: Record<string, string> = {}
  for (const part of message.split(/, (?=[\w ]+ (?:must|should|is) )/)) {
    const name = MESSAGE.exec(part)?.[1]
    if (name && fields.includes(name)) errors[name] ??= part
  }
  if (Object.keys(errors).length > 0) return errors
  const named = fields.filter((field) => new RegExp(`\\b${field.replaceAll('_', '[ _]')}\\b`, 'i').test(message))
  return named.length === 1 && named[0] ? { [named[0]]: message } : {}
}
