import { z } from 'zod'
import type { IncomingForm } from '../context.ts'

/**
 * A form with any number of files in its field `files`. A client sends a `FormData`; the procedure, whose `rest` says
 * that it `accepts: 'files'`, is given the form as it arrives.
 */
export const FilesForm = z.custom<FormData>().transform((form: unknown, context): IncomingForm => {
  if (isIncomingForm(form)) return form
  context.addIssue({ code: 'custom', message: 'files should not be empty' })
  return z.NEVER
})

const isIncomingForm = (form: unknown): form is IncomingForm =>
  typeof form === 'object' && form !== null && 'receive' in form
