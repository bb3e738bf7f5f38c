import { Client, type ClientConfig, type Connection } from 'pg'

/** By what PostgreSQL knows a connection whose statement is to be canceled. */
export interface BackendKey {
  processID: number
  secretKey: number
}

/** As PostgreSQL says it, of a statement that was not even sent. */
export class StatementCanceled extends Error {
  readonly code = '57014'

  constructor() {
    super('The request for which the statement was is over')
  }
}

/** What `pg` has of it and its types have not. */
interface CancelConnection extends Connection {
  ssl: unknown
  connect(port: number | string, host?: string): void
  requestSsl(): void
  cancel(processID: number, secretKey: number): void
}

const CANCEL_TIMEOUT = 1000

/**
 * Asks PostgreSQL, or the pooler before it, to cancel what the connection is doing. It is asked as the protocol has it:
 * through a pooler, the number of a process would be that of somebody else's. Is resolved once that is done, or has come to
 * nothing: what is sent on the connection before then may be canceled instead.
 */
export function cancelStatement(
  config: string | ClientConfig | undefined,
  { processID, secretKey }: BackendKey,
): Promise<void> {
  const { connection, host, port } = new Client(config)
  const wire = connection as CancelConnection
  const ask = () => wire.cancel(processID, secretKey)
  wire.once('connect', () => (wire.ssl ? wire.requestSsl() : ask()))
  wire.once('sslconnect', ask)
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => wire.stream.destroy(), CANCEL_TIMEOUT)
    // A statement that cannot be canceled ends by itself, later.
    wire.on('error', () => wire.stream.destroy())
    wire.once('end', () => {
      clearTimeout(giveUp)
      resolve()
    })
    if (host.startsWith('/')) wire.connect(`${host}/.s.PGSQL.${port}`)
    else wire.connect(port, host)
  })
}
