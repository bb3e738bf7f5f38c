import type { TRPC_ERROR_CODE_NUMBER } from '@trpc/server/rpc'
import type { CookieClient } from './cookie-client.ts'

/** The output of the procedure `shops.get` or `list`. */
type OutputOf<Outputs, Name extends string> = Name extends `${infer Router}.${infer Procedure}`
  ? Router extends keyof Outputs
    ? OutputOf<Outputs[Router], Procedure>
    : never
  : Name extends keyof Outputs
    ? Outputs[Name]
    : never

interface Refusal {
  message: string
  code: TRPC_ERROR_CODE_NUMBER
  data: { reason?: { name: string } }
}

interface Answer<Data> {
  result?: { data: { json: Data } }
  error?: { json: Refusal }
}

/** Calls procedures of a tRPC router at `path`, as the console does. `data` of a refused call is an empty object. */
export function callsOf<Outputs>(client: CookieClient, path: string) {
  const call = async <Name extends string>(name: Name, method: string, search: string, body?: object, headers = {}) => {
    const answer = await client.send<Answer<OutputOf<Outputs, Name>>>(method, `${path}/${name}${search}`, body, headers)
    const { result, error } = answer.body
    return {
      status: answer.status,
      data: result?.data.json ?? ({} as OutputOf<Outputs, Name>),
      message: error?.json.message,
      reason: error?.json.data?.reason?.name,
    }
  }
  return {
    query: <Name extends string>(name: Name, input: object = {}) =>
      call(name, 'GET', `?input=${encodeURIComponent(JSON.stringify({ json: input }))}`),
    mutate: <Name extends string>(name: Name, input: object = {}, headers: Record<string, string> = {}) =>
      call(name, 'POST', '', { json: input }, headers),
  }
}
