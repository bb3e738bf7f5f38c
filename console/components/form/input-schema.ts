import type { z } from 'zod'
import { pageUrl } from '#console/app/address.ts'
import { currentLanguage } from '#console/app/language.ts'

const schemas = new Map<string, Promise<z.ZodType>>()

/** The zod schema of the input of a procedure, such as `admin.customers.update`. The server sends it as JSON Schema. */
function inputSchemaOf(procedure: string): Promise<z.ZodType> {
  const schema = schemas.get(procedure) ?? loadSchema(procedure)
  schemas.set(procedure, schema)
  return schema
}

async function loadSchema(procedure: string): Promise<z.ZodType> {
  const [{ z }, answer] = await Promise.all([import('zod'), fetch(pageUrl(`inputs/${procedure}.json`))])
  if (!answer.ok) throw new Error(`The input of ${procedure} could not be loaded`)
  return z.fromJSONSchema(await answer.json())
}

/** Validates the input of a procedure before the form sends it. Returns the first message for each field, by its path. */
export async function validateInput(procedure: string, input: unknown): Promise<Record<string, string>> {
  const [{ z }, schema] = await Promise.all([import('zod'), inputSchemaOf(procedure)])
  const { localeError } = currentLanguage() === 'de' ? z.locales.de() : z.locales.en()
  const describe = (issue: z.core.$ZodRawIssue) =>
    localeError(isEmailIssue(issue) ? { ...issue, format: 'email' } : issue)
  const { error } = schema.safeParse(JSON.parse(JSON.stringify(input)), { error: describe })
  const messages: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) messages[path.join('.')] ??= message
  return messages
}

/** The server describes e-mail addresses by a pattern. */
const isEmailIssue = (issue: z.core.$ZodRawIssue) =>
  issue.code === 'invalid_format' && issue.format === 'regex' && issue.pattern?.includes('@') === true
