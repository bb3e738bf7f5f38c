import { expect } from 'vitest'
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
