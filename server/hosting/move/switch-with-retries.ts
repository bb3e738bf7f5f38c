import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '#server/base/start-error.ts'
import { waitForChanges } from './copy-rows.ts'
import type { MoveWork } from './move-step.ts'
import { advanceSlot, dropSlot, hasSubscription, subscribe, unsubscribe } from './replication.ts'
import { type Side, untilSignal } from './side.ts'
import { type Switch, SwitchFailed, switchSides } from './switch-sides.ts'

const ATTEMPTS = 3
/** Milliseconds for the requests that wait since an attempt that failed. */
const REST = 3000

/**
 * Makes the copy the shop, which its earlier database follows. Returns the milliseconds without the shop.
 * @throws StartError as `switchSides`, or if the copy was not complete.
 */
export async function switchWithRetries(work: Switch & Pick<MoveWork, 'report' | 'signal'>): Promise<number> {
  const { gate, source, target, report, signal } = work
  // A subscription copies rows only. The languages of the shop decide its indexes.
  await untilSignal(signal, target, async () => {
    await target.query('select index_product_titles()')
    while ((await target.query('select index_translations() as is_changed'))[0]?.is_changed) {}
  })
  for (let attempt = 1; ; attempt++) {
    await untilSignal(signal, target, async () => {
      await advanceSlot(target)
      await waitForChanges(work)
    })
    try {
      const { differences, milliseconds } = await switchSides({ gate, source, target })
      await link(source, target)
      if (differences.length > 0)
        throw new StartError(
          `The shop has moved, but the copy is not complete: ${differences.join(', ')}. Go back to the earlier database.`,
        )
      return Math.round(milliseconds)
    } catch (error) {
      if (!(error instanceof SwitchFailed) || attempt === ATTEMPTS) throw error
      report({ name: 'retrying', attempt: attempt + 1, reason: error.message })
      await pause(REST)
      await target.look('select')
    }
  }
}

/** Lets the earlier database follow the current one. Can be repeated. */
export async function link(earlier: Side, current: Side): Promise<void> {
  await unsubscribe(current)
  if (await hasSubscription(earlier)) return
  await dropSlot(earlier)
  await subscribe(earlier, current, { copies: false })
}
