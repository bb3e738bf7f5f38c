import { expect } from 'vitest'
import type { Reply } from './sample-api.ts'

/** Expects the whole refusal: its status and a body of nothing else. */
export async function expectError(
  reply: Promise<Reply>,
  status: number,
  type: string,
  message: string,
  code?: string,
): Promise<void> {
  const { status: got, body } = await reply
  expect({ status: got, body }).toEqual({ status, body: code ? { code, type, message } : { type, message } })
}

/** Expects a refusal that says this, or something like it. */
export async function expectErrorMessage(
  reply: Promise<Reply>,
  status: number,
  message: string | RegExp,
): Promise<void> {
  const { status: got, body } = await reply
  expect(got).toBe(status)
  if (typeof message === 'string') expect(body.message).toBe(message)
  else expect(body.message).toMatch(message)
}
