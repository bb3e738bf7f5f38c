import http from 'node:http'
import type { HostileResponse } from './find-violation.ts'
import type { CallerName, HostileRequest } from './requests.ts'

export type Callers = Record<CallerName, Record<string, string>>

export interface Sender {
  send(request: HostileRequest): Promise<HostileResponse>
  close(): void
}

const TIMEOUT_MS = 20_000

/**
 * Returns a sender for requests that `fetch` rejects: malformed paths, unusual headers, several methods with a body.
 */
export function senderTo(url: string, callers: Callers): Sender {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 16 })
  const { hostname, port } = new URL(url)
  return {
    send: ({ caller, method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
        const request = http.request({
          hostname,
          port,
          agent,
          method,
          path: path.replace(/[^\x21-\x7e]/g, '%20'),
          headers: { ...callers[caller], ...headers, ...length },
        })
        const late = setTimeout(() => request.destroy(new Error(`No answer to ${method} ${path}`)), TIMEOUT_MS)
        request.once('response', (response) => {
          const chunks: Buffer[] = []
          const done = () => {
            clearTimeout(late)
            const text = Buffer.concat(chunks).toString()
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
          }
          response.on('data', (chunk: Buffer) => {
            chunks.push(chunk)
            // An event stream does not end, so only its beginning is read.
            if (!String(response.headers['content-type']).includes('event-stream')) return
            done()
            response.destroy()
          })
          response.once('end', done)
          response.once('error', reject)
        })
        request.once('error', (error) => {
          clearTimeout(late)
          reject(error)
        })
        request.end(body)
      }),
    close: () => agent.destroy(),
  }
}

export function curlOf(url: string, callers: Callers, { caller, method, path, headers, body }: HostileRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const lines = Object.entries({ ...callers[caller], ...headers }).map(
    ([name, value]) => ` -H ${quoted(`${name}: ${value}`)}`,
  )
  const data = body === undefined ? '' : ` --data-binary ${quoted(String(body).slice(0, 2_000))}`
  return `curl -i --path-as-is -X ${method}${lines.join('')}${data} ${quoted(url + path.slice(0, 2_000))}`
}
