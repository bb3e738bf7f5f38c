import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { createdMs } from '../row-times.ts'

export interface RecordedAction {
  /** The e-mail address of an operator, or `command line`. */
  actor: string
  action: string
  shop_id: string | null
  /** Contains no secret. */
  details: object
}

/** Records the action before it begins, runs it, and records its outcome. */
export async function recordAction<Result>(
  em: EntityManager,
  { actor, action, shop_id, details }: RecordedAction,
  run: () => Promise<Result>,
): Promise<Result> {
  const [row] = await insertAction(em, actor, action, shop_id, JSON.stringify(details))
  try {
    const result = await run()
    await updateOutcome(em, row!.id, 'done')
    return result
  } catch (error) {
    await updateOutcome(em, row!.id, error instanceof Error ? error.message.slice(0, 500) : 'failed')
    throw error
  }
}

export interface AuditRow extends RecordedAction {
  id: string
  created_ms: number
  /** `done`, or the message of the failure. Null if the server has stopped before the end. */
  outcome: string | null
}

const insertAction = statement<{ id: string }>(`
  insert into directory_audit (actor, action, shop_id, details) values ($1, $2, $3, $4::jsonb) returning id::text`)

/** Records an action that has ended. */
export const insertOutcome = statement(`
  insert into directory_audit (actor, action, details, outcome) values ($1, $2, '{}', $3)`)

const updateOutcome = statement('update directory_audit set outcome = $2 where id = $1::bigint')

/** The newest actions, of one shop if it is not null, before the action `before` if it is not null. */
export const selectActions = statement<AuditRow>(`
  select id::text, ${createdMs()}, actor, action, shop_id, details, outcome from directory_audit
  where ($1::text is null or shop_id = $1) and ($2::bigint is null or id < $2::bigint)
  order by directory_audit.id desc limit 50`)
