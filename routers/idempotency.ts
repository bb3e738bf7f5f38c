import { createHash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type BoundStatement, batch, statement } from '#database/statement.ts'
import { Conflict } from '#entities/errors.ts'
import { newId } from '#entities/values/id.ts'

/** What a key is good for: this procedure, this caller, this input. */
export function requestHash(path: string, callerId: string | null, input: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([path, callerId, input]))
    .digest('hex')
}

/**
 * Takes the key for this request, inside its transaction: whoever sends it meanwhile waits, and finds the answer or,
 * where this request failed, the key free again. Answers what was answered before, if anything was.
 * @throws Conflict where the key was used for another request.
 */
export async function claimIdempotencyKey(
  em: EntityManager,
  key: string,
  request: string,
): Promise<{ answer: unknown } | undefined> {
  const taken = await insertKey(em, newId('ikey'), key, request)
  return taken.length > 0 ? undefined : findSavedResponse(em, key, request)
}

/**
 * What was answered before for this key, if anything was.
 * @throws Conflict where the key was used for another request.
 */
export async function findSavedResponse(
  em: EntityManager,
  key: string,
  request: string,
): Promise<{ answer: unknown } | undefined> {
  const [earlier] = await readKey(em, key)
  if (!earlier) return undefined
  if (earlier.request !== request) throw new Conflict()
  return { answer: deserialize(earlier.answer) }
}

export interface SavedResponse {
  key: string
  request: string
  answer: unknown
}

/**
 * What keeps the answer for a key that `takeKey` took, or that was issued to a client who sent none: dates and all, as V8
 * writes it, which takes a twentieth of the time of superjson. A key that was used for another request stays as it is.
 */
export const saveResponseStatement = ({ key, request, answer }: SavedResponse): BoundStatement<object> =>
  upsertResponse.with(newId('ikey'), key, request, serialize(answer))

/** Keeps the answer for a key that nobody took. @throws Conflict where it was used for another request meanwhile. */
export async function saveResponse(em: EntityManager, answered: SavedResponse): Promise<void> {
  const [kept] = await batch(em, saveResponseStatement(answered))
  if (kept.length === 0) throw new Conflict()
}

/** What lets the key be used again for the same request, whose answer was not final. */
export const releaseKeyStatement = (key: string): BoundStatement<object> => deleteUnusedKey.with(key)

const deleteUnusedKey = statement('delete from idempotency_key where idempotency_key = $1 and answer is null')
const insertKey = statement(`
  insert into idempotency_key (id, created_at, idempotency_key, request) values ($1, now(), $2, $3)
  on conflict (idempotency_key) do nothing returning id`)
const readKey = statement<{ request: string; answer: Buffer }>(
  'select request, answer from idempotency_key where idempotency_key = $1',
)
const upsertResponse = statement(`
  insert into idempotency_key (id, created_at, idempotency_key, request, answer) values ($1, now(), $2, $3, $4)
  on conflict (idempotency_key) do update set answer = excluded.answer
  where idempotency_key.request = excluded.request returning id`)
