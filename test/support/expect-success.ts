import type { Reply } from './reply.ts'

/** Returns the body of a reply, and throws unless its status is 200. */
export async function expectSuccess<Body>(reply: Promise<Reply<Body>>): Promise<Body> {
  const { status, text, body } = await reply
  if (status !== 200) throw new Error(`${status} ${text}`)
  return body
}
