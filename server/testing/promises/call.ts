import { superJsonOf } from '../hostile/encode.ts'
import { trpcRequest } from '../hostile/requests.ts'
import type { Target } from '../hostile/targets.ts'

export type Headers = Readonly<Record<string, string>>

export interface Answer {
  status: number
  /** Number of database statements of the request, with `commit`. */
  statements: number
  text: string
}

export async function callProcedure(
  url: string,
  target: Target,
  call: { headers: Headers; input: unknown },
): Promise<Answer> {
  const { method, path, headers, body } = trpcRequest(target, superJsonOf(call.input ?? {}))
  const answer = await fetch(url + path, {
    method,
    headers: { ...call.headers, ...headers },
    ...(body === undefined ? {} : { body: String(body) }),
  })
  const statements = Number(/desc="(\d+) statement/.exec(answer.headers.get('server-timing') ?? '')?.[1] ?? 0)
  return { status: answer.status, statements, text: await answer.text() }
}

export const isAccepted = ({ status }: Answer): boolean => status < 300

/** The data of an accepted tRPC answer. */
export function resultOf({ text }: Answer): unknown {
  const { result } = JSON.parse(text) as { result?: { data?: { json?: unknown } } }
  return result?.data?.json
}

/** The message of a refused tRPC answer, or the beginning of another answer. */
export function messageOf({ text }: Answer): string {
  const shortened = text.slice(0, 300)
  try {
    const { error } = JSON.parse(text) as { error?: { json?: { message?: string } } }
    return error?.json?.message ?? shortened
  } catch {
    return shortened
  }
}
