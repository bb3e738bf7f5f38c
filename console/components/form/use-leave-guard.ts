import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isReloading } from '#console/app/reload-page.ts'
import { common } from '#console/strings/common.ts'
import { useConfirm } from '../confirm.tsx'

interface LeaveGuard {
  /** States the fate of the changes. */
  text: string
  /** Whether the page shows the changes again after it was reloaded. */
  isKept: boolean
}

/** Asks before the user leaves a page with unsaved changes. */
export function useLeaveGuard(hasUnsaved: boolean, { text, isKept }: LeaveGuard): void {
  const words = common.useWords()
  const confirm = useConfirm()
  const unsaved = useRef(hasUnsaved)
  useEffect(() => {
    unsaved.current = hasUnsaved
  })
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      unsaved.current &&
      current.pathname !== next.pathname &&
      !(await confirm({ title: words.leaveTitle, text, action: words.leave })),
    enableBeforeUnload: () => unsaved.current && !(isKept && isReloading()),
  })
}
