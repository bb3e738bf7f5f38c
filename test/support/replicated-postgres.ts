import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/database/embedded.ts'
import { allowTraversal } from '#server/testing/run-directory.ts'
import { copyCluster } from './copy-cluster.ts'
import { scratchDirectory } from './scratch-directory.ts'

export interface ReplicatedPostgres extends AsyncDisposable {
  primary: EmbeddedPostgres
  /** A test may stop the standby before the primary. */
  standby: EmbeddedPostgres
}

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  await using ending = new AsyncDisposableStack()
  const scratch = ending.use(scratchDirectory())
  allowTraversal(scratch.path)
  const primary = await startEmbeddedPostgres({ directory: join(scratch.path, 'primary'), print })
  ending.defer(() => primary.stop())
  const directory = join(scratch.path, 'standby')
  await copyCluster(primary.url, join(scratch.path, 'primary'), directory)
  const { hostname, port, username, password } = new URL(primary.url)
  const follow = `primary_conninfo=host=${hostname} port=${port} user=${username} password=${password}`
  const standby = await startEmbeddedPostgres({ directory, print, settings: [follow] })
  ending.defer(() => standby.stop())
  const whole = ending.move()
  return { primary, standby, [Symbol.asyncDispose]: () => whole.disposeAsync() }
}

const print = () => {}
