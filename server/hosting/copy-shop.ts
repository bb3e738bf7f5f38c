import { randomBytes } from 'node:crypto'
import { exportShop } from '#server/transfer/export-shop.ts'
import { importShop } from '#server/transfer/import-shop.ts'
import { makeTrial } from '#server/transfer/make-trial.ts'
import { transferOf } from '#server/transfer/opened-shop.ts'
import type { ShopSize } from '#server/transfer/shop-lines.ts'
import { unwatched, type WatchLines } from '#server/transfer/watch-lines.ts'
import { beginShop } from './create-shop.ts'
import { openShop, type Program } from './open-shop.ts'
import type { ShopWait } from './shop-lock.ts'
import { completeShop } from './transfer-shop.ts'

/** Variables that a copy inherits. None of them gives access to another service. */
const INHERITED = ['TIME_ZONE', 'REQUIRE_SHIPPING', 'INVENTORY', 'CART_DAYS', 'AUDIT_LOG_DAYS']

interface Copy {
  from: string
  id: string
  hosts: readonly string[]
  /** The PostgreSQL server of the copy. Default: that of the source. */
  server?: string | undefined
  watch?: WatchLines
  wait?: ShopWait | undefined
}

/**
 * Copies a shop for trials, while the source serves. The copy has the rows and the local files of one moment, and nothing that acts outside of it.
 * A failed copy leaves no shop, and an interrupted one can be repeated.
 * @throws NotFound, Duplicate or InvalidData for wrong names.
 */
export async function copyShop(
  program: Program,
  { from, id, hosts, server, watch = unwatched, wait }: Copy,
): Promise<ShopSize> {
  const source = await program.directory.getComplete(from)
  const kept = INHERITED.flatMap((name) => (source.settings[name] ? [[name, source.settings[name]]] : []))
  const fresh = randomBytes(32).toString('base64url')
  const settings = { ...Object.fromEntries(kept), SESSION_SECRET: fresh }
  await using opened = await openShop(program, source)
  const transfer = await transferOf(opened)
  const secrets = { old: source.settings.SESSION_SECRET ?? '', fresh }
  const begun = { id, hosts, settings, server: server ?? source.server, change: 'copy', wait } as const
  return await beginShop(program, begun, (record) =>
    completeShop(program, { record, status: 'active' }, (target) =>
      importShop(watch(exportShop({ ...transfer, variables: null })), {
        ...target,
        change: (client) => makeTrial(client, target.schema, secrets),
      }),
    ),
  )
}
