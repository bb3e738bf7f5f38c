import { type ResponseLog, sendOnce } from './retrying-client.ts'

/**
 * Expects 503 with `Retry-After` while PostgreSQL is down: for reads and writes, with and without a login, over REST
 * and tRPC.
 */
export async function expectUnavailable(url: string, answers: ResponseLog): Promise<void> {
  const json = { 'content-type': 'application/json' }
  const login = { method: 'POST', headers: json, body: JSON.stringify({ email: 'a@example.com', password: 'x' }) }
  const bearer = { headers: { authorization: 'Bearer cartwright_unknown' } }
  const requests: [path: string, request: RequestInit][] = [
    ['/store/products', {}],
    ['/store/carts', { method: 'POST', headers: json, body: '{}' }],
    ['/admin/auth', login],
    ['/admin/orders', bearer],
  ]
  await Promise.all([
    ...requests.map(async ([path, request]) => {
      const reply = await sendOnce(url + path, request, answers)
      if (reply?.status !== 503) answers.wrong.push(`${path} answered ${reply?.status ?? 'nothing'} instead of 503`)
    }),
    expectOverTrpc(url, answers),
  ])
}

async function expectOverTrpc(url: string, answers: ResponseLog): Promise<void> {
  const { status, headers } = await fetch(`${url}/trpc/store.regions.list`)
  if (status !== 503) answers.wrong.push(`tRPC answered ${status} instead of 503`)
  else if (!headers.has('retry-after')) answers.wrong.push('tRPC answered 503 without Retry-After')
}
