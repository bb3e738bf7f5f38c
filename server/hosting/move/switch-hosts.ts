import { setTimeout as pause } from 'node:timers/promises'
import { LOOK_INTERVAL } from '#database/hosts/host-list.ts'
import { announceSwitch, beginSwitch, endSwitch } from '#database/hosts/planned-switch.ts'
import { readState, writeState } from './move-state.ts'
import type { MoveWork } from './move-step.ts'
import { createSlot } from './replication.ts'
import { endIdle, type Side } from './side.ts'
import { type SwitchGate, setReadOnly } from './switch-sides.ts'
import { switchWithRetries } from './switch-with-retries.ts'

/** Milliseconds until all processes have noticed the announcement. */
const ANNOUNCEMENT = 2 * LOOK_INTERVAL
/** Milliseconds until all processes have returned their connections, except for connections that only listen. */
const RETURN = 700

export interface HostSwitch extends Pick<MoveWork, 'report'> {
  source: Side
  target: Side
}

/**
 * Makes the copy at the other host of the address the shop, which its earlier database follows. Requests wait during the switch.
 * @throws StartError as `switchWithRetries`
 */
export async function switchHosts({ source, target, report }: HostSwitch): Promise<void> {
  const { migrations } = (await readState(source))!
  await createSlot(target)
  const session = await source.another()
  let until = 0
  const gate: SwitchGate = {
    async close(milliseconds) {
      until = performance.now() + milliseconds
      await beginSwitch(session)
      await pause(RETURN)
    },
    endUnused: () => endIdle(source, RETURN),
    open: async () => {
      await endSwitch(session)
    },
    migrations: async () => migrations,
    async swap(assertLocked) {
      if (performance.now() > until) return false
      await assertLocked()
      // Never two hosts that accept writes. After an end in between, a repeated command continues.
      await setReadOnly(source, true)
      await writeState(target, { migrations, has_switched: true })
      await setReadOnly(target, false)
      return true
    },
  }
  try {
    await announceSwitch(session)
    await pause(ANNOUNCEMENT)
    report({ name: 'waited', milliseconds: await switchWithRetries({ gate, source, target, report }) })
  } finally {
    await session.end()
  }
}
