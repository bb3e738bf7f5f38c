import { superJsonOf } from './hostile/encode.ts'
import { restRequest, trpcRequest } from './hostile/requests.ts'
import type { Target } from './hostile/targets.ts'

interface UnauthorizedCalls {
  url: string
  targets: readonly Target[]
  headers: Readonly<Record<string, string>>
  /** Default: no input. */
  inputsOf?: (target: Target) => readonly unknown[]
  /** Default: 401. */
  refusal?: 401 | 403
}

const AT_ONCE = 20
const KINDS = { 401: '"unauthorized"', 403: '"forbidden"' }

/** Calls each procedure over tRPC and REST. Returns a sentence for each call that was not refused. */
export async function findUnrefusedCalls({
  url,
  targets,
  headers,
  inputsOf = () => [{}],
  refusal = 401,
}: UnauthorizedCalls): Promise<string[]> {
  const calls = targets.flatMap((target) =>
    inputsOf(target).flatMap((input) => [
      trpcRequest(target, superJsonOf(input)),
      ...(target.rest ? [restRequest(target, input)] : []),
    ]),
  )
  const accepted: string[] = []
  for (let i = 0; i < calls.length; i += AT_ONCE) {
    const sent = calls.slice(i, i + AT_ONCE).map(async ({ method, path, body, ...request }) => {
      const init = { method, headers: { ...headers, ...request.headers }, ...(body ? { body: String(body) } : {}) }
      const answer = await fetch(url + path, init)
      const text = await answer.text()
      if (statusOf(answer.status, text) === refusal && text.includes(KINDS[refusal])) return []
      return [`${method} ${path.split('?')[0]} answered ${answer.status} instead of ${refusal}: ${text.slice(0, 200)}`]
    })
    accepted.push(...(await Promise.all(sent)).flat())
  }
  return accepted
}

/** An event stream opens with the status 200 before the procedure reports its error. */
function statusOf(status: number, text: string): unknown {
  const streamed = /^event: connected\ndata: .*\n+event: serialized-error\ndata: (.*)\n+$/.exec(text)?.[1]
  return streamed ? JSON.parse(streamed).json.data.httpStatus : status
}
