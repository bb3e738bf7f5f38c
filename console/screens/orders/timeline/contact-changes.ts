import { countryName } from '#console/components/countries.ts'
import type { en as addressWords } from '#console/strings/addresses.ts'
import type { Translation } from '#console/strings/define-strings.ts'
import type { en } from '#console/strings/order-contact.ts'
import type { AuditEntry } from './attribute-facts.ts'

export interface ContactWords {
  contact: Translation<typeof en>
  parts: Translation<typeof addressWords>
}

/** The corrected e-mail address and parts of addresses, one on each line. Undefined without a correction. */
export function contactChanges({ changes }: AuditEntry, { contact, parts }: ContactWords): string | undefined {
  const lines = changes.flatMap(({ table, before, after }) =>
    Object.entries(after ?? {}).flatMap(([column, is]) => {
      const name = nameOf(table, column)
      const was = before?.[column] ?? null
      if (!name || (is ?? null) === was) return []
      return contact.wasAndIs(name, textOf(column, was), textOf(column, is))
    }),
  )
  return lines.length > 0 ? [...new Set(lines)].join('\n') : undefined

  function nameOf(table: string, column: string): string | undefined {
    if (table === 'order' && column === 'email') return contact.email
    const known: Readonly<Record<string, string>> = parts
    return table === 'address' ? known[column] : undefined
  }

  function textOf(column: string, value: unknown): string {
    if (typeof value !== 'string' || value === '') return contact.nothing
    return column === 'country_code' && /^[a-z]{2}$/.test(value) ? countryName(value) : value
  }
}
