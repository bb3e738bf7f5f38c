import { expect } from 'vitest'
import { type RefusalReason, shopError } from '#client/index.ts'
import type { ErrorBody, Reply } from './reply.ts'

/** Expects this status and a body with exactly these fields. */
export async function expectError(
  reply: Promise<Reply>,
  status: number,
  type: string,
  message: string,
  code?: string,
): Promise<void> {
  const { status: actual, body } = await reply
  expect({ status: actual, body }).toEqual({ status, body: code ? { code, type, message } : { type, message } })
}

export async function expectErrorMessage(
  reply: Promise<Reply<ErrorBody>>,
  status: number,
  message: string | RegExp,
): Promise<void> {
  const { status: actual, body } = await reply
  expect(actual).toBe(status)
  if (typeof message === 'string') expect(body.message).toBe(message)
  else expect(body.message).toMatch(message)
}

/** Expects that the shop refuses this call of the typed client for exactly this reason. */
export async function expectReason(call: Promise<unknown>, reason: RefusalReason): Promise<void> {
  const refusal = await call.then(() => expect.unreachable('The shop accepted the call'), shopError)
  expect(refusal?.reason).toEqual(reason)
}
