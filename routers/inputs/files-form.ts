import { z } from 'zod'
import type { IncomingForm } from '../context/context.ts'

/** A form with files in its field `files`. The procedure must set `accepts: 'files'` and receives the unread form. */
export const FilesForm = z.custom<FormData>().transform((form: unknown, context): IncomingForm => {
  if (isIncomingForm(form)) return form
  context.addIssue({ code: 'custom', message: 'files should not be empty' })
  return z.NEVER
})

const isIncomingForm = (form: unknown): form is IncomingForm =>
  typeof form === 'object' && form !== null && 'receive' in form
