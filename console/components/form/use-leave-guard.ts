import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { common } from '#console/strings/common.ts'
import { useConfirm } from '../confirm.tsx'

/** Asks before the user leaves a page with unsaved changes. `text` states the fate of the changes. */
export function useLeaveGuard(hasUnsaved: boolean, text: string): void {
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
    enableBeforeUnload: () => unsaved.current,
  })
}
