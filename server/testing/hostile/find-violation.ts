export interface HostileResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

const KINDS = new Set([
  'invalid_data',
  'not_allowed',
  'not_found',
  'unauthorized',
  'forbidden',
  'conflict',
  'duplicate_error',
  'payment_authorization_error',
  'too_many_requests',
])

/** Words of stacks, SQL, drivers and libraries, which responses must not contain. */
const LEAKS =
  /\bat .+[.:]\d+:\d+|node_modules|node:internal|\bselect .+ from "|insert into "|\bviolates\b|relation "|syntax error|ECONN|ZodError|TypeError|RangeError|SyntaxError|MikroORM|[Kk]ysely|superjson|Unexpected (token|end)|valid JSON|\$argon2|prototype pollution|call stack|undefined \(reading/

export function findViolation({ status, headers, text }: HostileResponse, isTrpc: boolean): string | undefined {
  if (status >= 500) return `answered ${status}`
  if (status < 400) return undefined
  const leak = LEAKS.exec(text)
  if (leak) return `leaks "${leak[0]}"`
  if (text === '') return undefined
  if (!String(headers['content-type']).includes('json')) return `is ${headers['content-type']}`
  let body: unknown
  try {
    body = JSON.parse(text.split('\n')[0] as string)
  } catch {
    return 'is not JSON'
  }
  return errorsIn(body, isTrpc)
    .map(formComplaint)
    .find((complaint) => complaint !== undefined)
}

interface TrpcAnswer {
  error?: { json?: { data?: unknown } }
}

function errorsIn(body: unknown, isTrpc: boolean): unknown[] {
  const answers = [body].flat() as TrpcAnswer[]
  const failed = answers.filter((answer) => answer?.error)
  return isTrpc && failed.length > 0 ? failed.map((answer) => answer.error?.json?.data) : answers
}

function formComplaint(error: unknown): string | undefined {
  const { type, message } = (error ?? {}) as { type?: unknown; message?: unknown }
  if (!KINDS.has(type as string)) return `has the type ${JSON.stringify(type)}`
  if (typeof message !== 'string' || message === '') return 'has no message'
  return undefined
}
