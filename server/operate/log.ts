import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { toLoggableError } from './loggable-error.ts'

/* The log is JSON lines. What is secret is taken out here, whoever writes it down. */

const SECRETS = ['password', 'password_hash', 'token', 'api_token', 'access_token', 'refresh_token', 'secret', 'cookie']
const HEADERS = ['authorization', 'set-cookie', 'x-medusa-access-token']

const REDACTED = [...SECRETS, ...HEADERS.map((name) => `["${name}"]`)].flatMap((name) => {
  const below = name.startsWith('[') ? name : `.${name}`
  return [name, `*${below}`, `*.*${below}`]
})

/** Of every log of the shop. */
const logOptions = (level: string): LoggerOptions => ({
  level,
  redact: { paths: REDACTED, censor: '[secret]' },
  serializers: { err: toLoggableError },
})

export const openLog = (level: string, destination: DestinationStream = standardOutput()): Logger =>
  pino(logOptions(level), destination)

/**
 * For lines whose every field is known to hold no secret: looking for some takes longer than writing the line. It writes
 * to where the other does.
 */
export const withoutRedaction = (logger: Logger): Logger => logger.child({}, { redact: [] })

/**
 * Lines travel together, a tenth of a second late at most: a call of the system for each is half of what it costs. They
 * stay within what a pipe takes at once, so that processes that share one do not write into each other's lines.
 */
function standardOutput(): DestinationStream {
  if (opened) return opened
  const stream = pino.destination({ dest: 1, sync: true, minLength: 3000, periodicFlush: 100 })
  process.on('exit', () => stream.flushSync())
  opened = stream
  return stream
}

let opened: DestinationStream | undefined
