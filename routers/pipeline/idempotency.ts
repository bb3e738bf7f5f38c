import { createHash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type BoundStatement, batch, statement } from '#database/statement.ts'
import { Conflict } from '#entities/errors.ts'
import { newId } from '#entities/values/id.ts'

/** Identifies a request. A key that was used for a request with another hash is refused. */
export function requestHash(path: string, callerId: string | null, input: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([path, callerId, input]))
    .digest('hex')
}

/**
 * Claims the key until the transaction ends, and returns the saved response, or undefined if there is none. A
 * concurrent request with the same key waits for this transaction.
 * @throws Conflict if the key was used for another request.
 */
export async function claimIdempotencyKey(
  em: EntityManager,
  key: string,
  request: string,
): Promise<{ answer: unknown } | undefined> {
  const claimed = await insertKey(em, newId('ikey'), key, request)
  return claimed.length > 0 ? undefined : findSavedResponse(em, key, request)
}

export async function findSavedResponse(
  em: EntityManager,
  key: string,
  request: string,
): Promise<{ answer: unknown } | undefined> {
  const [saved] = await readKey(em, key)
  if (!saved) return undefined
  if (saved.request !== request) throw new Conflict()
  return { answer: deserialize(saved.answer) }
}

export interface SavedResponse {
  key: string
  request: string
  answer: unknown
}

/** Uses the serializer of V8, because it supports dates and is much faster than superjson. */
export const saveResponseStatement = ({ key, request, answer }: SavedResponse): BoundStatement<object> =>
  upsertResponse.with(newId('ikey'), key, request, serialize(answer))

/**
 * Saves the response for a key that this request has not claimed.
 * @throws Conflict if another request has used the key.
 */
export async function saveResponse(em: EntityManager, response: SavedResponse): Promise<void> {
  const [rows] = await batch(em, saveResponseStatement(response))
  if (rows.length === 0) throw new Conflict()
}

/** Releases a claimed key whose response is not final, so that a repeated request runs again. */
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
