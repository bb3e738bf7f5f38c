import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { toLoggableError } from './loggable-error.ts'

const SECRETS = ['password', 'password_hash', 'token', 'api_token', 'access_token', 'refresh_token', 'secret', 'cookie']
const HEADERS = ['authorization', 'set-cookie', 'x-medusa-access-token']

const pathsOf = (secrets: readonly string[]): string[] =>
  [...SECRETS, ...secrets, ...HEADERS.map((name) => `["${name}"]`)].flatMap((name) => {
    const below = name.startsWith('[') ? name : `.${name}`
    return [name, `*${below}`, `*.*${below}`]
  })

const logOptions = (level: string, secrets: readonly string[]): LoggerOptions => ({
  level,
  redact: { paths: pathsOf(secrets), censor: '[secret]' },
  serializers: { err: toLoggableError },
})

/** Redacts the properties with the names of secrets, and those with the names in `secrets`. */
export const openLog = (
  level: string,
  destination: DestinationStream = standardOutput(),
  secrets: readonly string[] = [],
): Logger => pino(logOptions(level, secrets), destination)

/** Redaction takes longer than writing, so lines without secrets skip it. */
export const withoutRedaction = (logger: Logger): Logger => logger.child({}, { redact: [] })

/**
 * Buffers lines for up to 100 ms, because each write is a system call. The write of a buffer to a
 * pipe is atomic, so lines of several processes do not mix.
 */
function standardOutput(): DestinationStream {
  if (opened) return opened
  const stream = pino.destination({ dest: 1, sync: true, minLength: 3000, periodicFlush: 100 })
  process.on('exit', () => stream.flushSync())
  opened = stream
  return stream
}

let opened: DestinationStream | undefined
