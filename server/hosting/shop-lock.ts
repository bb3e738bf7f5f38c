import { statement } from '#database/statement.ts'
import { NotAllowed } from '#entities/errors.ts'
import { SHOP_CHANGES, type ShopChange } from '#routers/operator/tasks-port.ts'
import { withSessionLock } from '#server/database/session-lock.ts'
import type { Directory } from './directory.ts'

/** Other work on a shop, for which a change of the shop waits. */
export interface OtherChange {
  /** Null if it is not known. */
  change: ShopChange | null
  /** The operator of its task. Null for a command. */
  actor: string | null
}

/** How a change of a shop waits for the end of another one. */
export interface ShopWait {
  /** The task of the change. */
  task?: string | undefined
  /** Ends the wait. */
  signal?: AbortSignal | undefined
  /** Milliseconds. Default: without a limit. */
  atMost?: number | undefined
  /** Called in each second of a wait, and with null at its end. */
  onWait?: ((other: OtherChange | null) => void) | undefined
}

/** A request does not wait for long work. */
export const SHORT_WAIT: ShopWait = { atMost: 5000 }

interface LockedChange {
  id: string
  change: ShopChange
  wait?: ShopWait | undefined
}

/**
 * Runs `work` while no other work changes the shop.
 * @throws the reason of the signal, or NotAllowed after the limit of the wait.
 */
export function withShopLock<Result>(
  directory: Directory,
  { id, change, wait: { task = '', signal, atMost = Number.POSITIVE_INFINITY, onWait } = {} }: LockedChange,
  work: () => Promise<Result>,
): Promise<Result> {
  const end = performance.now() + atMost
  let hasWaited = false
  const lock = {
    name: `shop ${id}`,
    holder: `cartwright ${change} ${task}`,
    async onWait(holder = '') {
      signal?.throwIfAborted()
      const other = await otherIn(directory, holder)
      if (performance.now() >= end) throw isChanged(id, other)
      hasWaited = true
      onWait?.(other)
    },
  }
  return withSessionLock(directory.url, lock, () => {
    signal?.throwIfAborted()
    if (hasWaited) onWait?.(null)
    return work()
  })
}

async function otherIn({ people }: Directory, holder: string): Promise<OtherChange> {
  const [, name, task] = holder.split(' ')
  const change = SHOP_CHANGES.find((one) => one === name) ?? null
  const [row] = task ? await selectActor(people.em, task) : []
  return { change, actor: row?.actor ?? null }
}

const selectActor = statement<{ actor: string }>('select actor from shop_task where id = $1')

const isChanged = (id: string, { actor }: OtherChange) =>
  new NotAllowed(
    `${actor ?? 'A command'} is changing the shop ${id}. Wait for the end of this work, and try again.`,
  ).because({ name: 'shop_task_running', actor: actor ?? '' })
