import '@mantine/notifications/styles.layer.css'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useFailedChanges } from './failed-changes.ts'

/** Renders dialogs and notifications. The browser loads them after the first page. */
export default function Overlays() {
  useFailedChanges()
  return (
    <>
      <ModalsProvider>{null}</ModalsProvider>
      <Notifications position="bottom-center" />
    </>
  )
}
