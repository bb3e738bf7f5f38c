import { Client, type Connection } from 'pg'
import { parseAddress } from './hosts/database-address.ts'
import type { AddressConfig } from './hosts/database-client.ts'

export class StatementCanceled extends Error {
  readonly code = '57014'

  constructor() {
    super('The request of the statement has ended')
  }
}

// Members of `pg` that its types leave out. The test of request timeouts fails if `pg` changes them.
interface CancelConnection extends Connection {
  ssl: unknown
  connect(port: number | string, host?: string): void
  requestSsl(): void
  cancel(processID: number, secretKey: number): void
}

const CANCEL_TIMEOUT = 1000

/**
 * Sends the cancel request of the protocol: behind a pooler, `pg_cancel_backend` could reach the session of another
 * client. Resolves when the request can no longer reach a later statement.
 */
export function cancelStatement(config: AddressConfig, session: Client): Promise<void> {
  const { processID, secretKey, host, port } = session as Client & { processID: number; secretKey: number }
  const client = new Client({ ...config, connectionString: parseAddress(config.connectionString).urls[0] })
  const connection = (client as Client & { connection: CancelConnection }).connection
  const requestCancel = () => connection.cancel(processID, secretKey)
  connection.once('connect', () => (connection.ssl ? connection.requestSsl() : requestCancel()))
  connection.once('sslconnect', requestCancel)
  return new Promise((resolve) => {
    const timer = setTimeout(() => connection.stream.destroy(), CANCEL_TIMEOUT)
    // If the cancel request fails, the statement ends at its own timeout.
    connection.on('error', () => connection.stream.destroy())
    connection.once('end', () => {
      clearTimeout(timer)
      resolve()
    })
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
    else connection.connect(port, host)
  })
}
