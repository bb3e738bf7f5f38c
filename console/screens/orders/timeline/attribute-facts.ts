import type { RouterOutputs } from '#client/index.ts'
import { customerName } from '../../customers/customer-name.ts'
import type { Fact } from './fact.ts'

export type AuditEntry = RouterOutputs['admin']['auditLog']['list']['audit_log'][number]

/** A procedure that calls a provider writes its facts within this time. */
const SAME_ACTION_MILLISECONDS = 5_000

interface Attributed {
  facts: Fact[]
  /** The entries that match no fact. */
  others: AuditEntry[]
}

/** The user, or the plugin that called in code. */
export const userOf = ({ user, plugin }: AuditEntry): string | undefined =>
  user ? customerName(user) : (plugin ?? undefined)

/** Finds the user of each fact in the audit log: the user has set the same column of the same row at the same time. */
export function attributeFacts(facts: readonly Fact[], entries: readonly AuditEntry[]): Attributed {
  const used = new Set<AuditEntry>()
  const attributed = facts.map((one) => {
    const distanceOf = ({ created_at }: AuditEntry) => Math.abs(created_at.getTime() - one.at.getTime())
    const [entry] = entries
      .filter((other) => distanceOf(other) < SAME_ACTION_MILLISECONDS && hasSet(other, one))
      .sort((first, second) => distanceOf(first) - distanceOf(second))
    if (!entry) return one
    used.add(entry)
    return { ...one, by: one.by ?? userOf(entry) }
  })
  return { facts: attributed, others: entries.filter((entry) => !used.has(entry)) }
}

const hasSet = ({ changes }: AuditEntry, { row, column }: Fact) =>
  changes.some(
    ({ action, ids, after }) =>
      ids.includes(row) && (column === 'created_at' ? action === 'create' : after?.[column] != null),
  )
