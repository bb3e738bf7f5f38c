export interface LoggableError {
  type: string
  message: string
  code?: string
  constraint?: string
  table?: string
  column?: string
  routine?: string
  paths?: string[]
  stack?: string
  cause?: LoggableError | undefined
}

const LOGGED_FIELDS = ['code', 'constraint', 'table', 'column', 'routine'] as const

/** PostgreSQL quotes values in details, and MikroORM prints entities after the first line of a message. */
export function toLoggableError(error: unknown, depth = 0): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'A value that is not an Error was thrown' }
  const facts = error as Error & Record<string, unknown>
  const plain = LOGGED_FIELDS.flatMap((key) => (typeof facts[key] === 'string' ? [[key, facts[key]]] : []))
  const issues = Array.isArray(facts.issues) ? (facts.issues as { path?: unknown[] }[]) : undefined
  return {
    type: error.name,
    message: issues ? 'Validation failed' : loggableMessageOf(error),
    ...Object.fromEntries(plain),
    ...(issues ? { paths: issues.map(({ path }) => (path ?? []).join('.')) } : {}),
    stack: stackFramesOf(error),
    ...(error.cause instanceof Error && depth < 5 ? { cause: toLoggableError(error.cause, depth + 1) } : {}),
  }
}

/** PostgreSQL errors of class 22 contain values of the request. */
function loggableMessageOf({ message, ...facts }: Error & { code?: unknown }): string {
  const first = message.split('\n', 1)[0]!.slice(0, 500)
  return String(facts.code).startsWith('22') ? first.replace(/"[^"]*"?/g, '"…"') : first
}

const stackFramesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
