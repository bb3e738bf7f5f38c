import '@mantine/notifications/styles.layer.css'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { modals } from '#console/components/modals.ts'
import { useFailedChanges } from './failed-changes.ts'

/** Renders dialogs and notifications. The browser loads them with the first input. */
export function Overlays() {
  useFailedChanges()
  useEffect(modals.isReady, [])
  return (
    <>
      <ModalsProvider>{null}</ModalsProvider>
      <Notifications position="bottom-center" />
    </>
  )
}
