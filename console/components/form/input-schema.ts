import type { z } from 'zod'
import { pageUrl } from '#console/app/address.ts'
import { type FieldWords, sentenceOfIssue } from './issue-sentence.ts'

const schemas = new Map<string, Promise<z.ZodType>>()

/** The zod schema of the input of a procedure, such as `admin.customers.update`. The server sends it as JSON Schema. */
function inputSchemaOf(procedure: string): Promise<z.ZodType> {
  const schema = schemas.get(procedure) ?? loadSchema(procedure)
  schemas.set(procedure, schema)
  schema.catch(() => schemas.delete(procedure))
  return schema
}

async function loadSchema(procedure: string): Promise<z.ZodType> {
  const [{ z }, answer] = await Promise.all([import('zod'), fetch(pageUrl(`inputs/${procedure}.json`))])
  if (!answer.ok) throw new Error(`The input of ${procedure} could not be loaded`)
  return z.fromJSONSchema(await answer.json())
}

interface Validated {
  input: unknown
  words: FieldWords
}

/**
 * Validates the input of a procedure before the form sends it. Returns the first message for each field, by its path. Without
 * a connection there is no schema, and no message: the request of the form fails, and the form shows this failure.
 */
export async function validateInput(procedure: string, { input, words }: Validated): Promise<Record<string, string>> {
  const schema = await inputSchemaOf(procedure).catch(() => undefined)
  if (!schema) return {}
  const { error } = schema.safeParse(JSON.parse(JSON.stringify(input)), {
    error: (issue) => sentenceOfIssue(issue, words),
  })
  const messages: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) messages[path.join('.')] ??= message
  return messages
}

/** Whether a procedure accepts the input. */
export async function isValidInput(procedure: string, input: unknown): Promise<boolean> {
  const schema = await inputSchemaOf(procedure)
  return schema.safeParse(JSON.parse(JSON.stringify(input))).success
}
