import { Badge } from '@mantine/core'
import { useDocumentVisibility } from '@mantine/hooks'
import { useSubscription } from '@trpc/tanstack-react-query'
import { useEffect, useRef, useState } from 'react'
import { live } from '#console/strings/live.ts'
import { queryClient, trpc } from '../api.ts'
import type { Batch } from './change.ts'
import { rememberAuthors } from './change-authors.ts'
import classes from './live-changes.module.css'
import { refetch, refreshQueries } from './refresh-queries.ts'
import { startOfPage } from './start-of-page.ts'

const FIRST_PAUSE = 2000
const LONGEST_PAUSE = 30_000

/**
 * Refreshes the pages when the shop changes. Only a visible window is connected, because a browser opens few connections
 * to one server. A new connection continues after the last received message, and the first one starts with the changes
 * since the server sent the page.
 */
export function LiveChanges() {
  const words = live.useWords()
  const isVisible = useDocumentVisibility() === 'visible'
  const latest = useRef(startOfPage)
  const failures = useRef(0)
  const [lastEventId, setLastEventId] = useState(startOfPage)
  const { status, error, reset } = useSubscription(
    trpc.admin.changes.watch.subscriptionOptions(
      { lastEventId },
      {
        enabled: isVisible,
        onData({ id, data }) {
          latest.current = id
          failures.current = 0
          applyChanges(data)
        },
      },
    ),
  )
  useEffect(() => {
    if (!isVisible) setLastEventId(latest.current)
  }, [isVisible])
  const hasEnded = isVisible && (status === 'error' || status === 'idle')
  useEffect(() => {
    if (!hasEnded) return
    failures.current += 1
    // If the session has ended, this request fails and opens the sign-in.
    void queryClient.invalidateQueries(trpc.admin.auth.current.queryFilter())
    const restart = () => {
      setLastEventId(latest.current)
      reset()
    }
    const timer = setTimeout(restart, Math.min(FIRST_PAUSE * failures.current, LONGEST_PAUSE))
    return () => clearTimeout(timer)
  }, [hasEnded, reset])
  const isBroken = hasEnded || (isVisible && status === 'connecting' && error !== null)
  return (
    <div role="status">
      {isBroken && (
        <Badge color="yellow" size="lg" className={classes.broken ?? ''}>
          {words.reconnecting}
        </Badge>
      )}
    </div>
  )
}

function applyChanges({ missed, changes }: Batch): void {
  rememberAuthors(changes)
  if (missed) void refetch(queryClient, () => true)
  else refreshQueries(queryClient, changes)
}
