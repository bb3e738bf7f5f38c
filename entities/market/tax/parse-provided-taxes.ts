import { z } from 'zod'
import { storableText } from '#entities/values/storable-text.ts'
import type { TaxLine } from './tax.ts'
import type { TaxRequest } from './tax-port.ts'

export type TaxLinesById = ReadonlyMap<string, TaxLine[]>

const text = storableText.max(200)

const Answer = z.record(
  z.string(),
  z.array(z.object({ rate: z.number().min(0).max(100), name: text.min(1), code: text.nullish() })).max(20),
)

/** @throws Error if the answer is invalid, lacks an id of the request, or has another id. */
export function parseProvidedTaxes(answer: unknown, { lines, shipping_methods }: TaxRequest): TaxLinesById {
  const provided = new Map(Object.entries(Answer.parse(answer)))
  const ids = new Set([...lines, ...shipping_methods].map(({ id }) => id))
  for (const id of provided.keys()) if (!ids.has(id)) throw new Error(`The answer has the unknown id ${id}`)
  return new Map(Array.from(ids, (id) => [id, requireTaxLines(provided, id)]))
}

function requireTaxLines(provided: ReadonlyMap<string, z.output<typeof Answer>[string]>, id: string): TaxLine[] {
  const taxes = provided.get(id)
  if (!taxes) throw new Error(`The answer has no tax lines for ${id}`)
  return taxes.map(({ rate, name, code = null }) => ({ rate, name, code }))
}
