import type { CookieClient } from './cookie-client.ts'

export interface Called {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests read answers of many procedures
  data: any
  message: string | undefined
}

/** Calls procedures of a tRPC router at `path`, as the console does. */
export function callsOf(client: CookieClient, path: string) {
  const read = ({ status, body }: { status: number; body: unknown }): Called => {
    const { result, error } = body as {
      result?: { data: { json: unknown } }
      error?: { json: { message: string; data: unknown } }
    }
    return { status, data: result?.data.json ?? error?.json.data, message: error?.json.message }
  }
  return {
    async query(name: string, input: object = {}): Promise<Called> {
      const search = `input=${encodeURIComponent(JSON.stringify({ json: input }))}`
      return read(await client.send('GET', `${path}/${name}?${search}`, undefined, {}))
    },
    async mutate(name: string, input: object = {}, headers: Record<string, string> = {}): Promise<Called> {
      return read(await client.send('POST', `${path}/${name}`, { json: input }, headers))
    },
  }
}
