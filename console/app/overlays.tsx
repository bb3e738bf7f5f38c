import '@mantine/notifications/styles.layer.css'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'

/** The places of dialogs and messages. The first page is shown before they are loaded. */
export default function Overlays() {
  return (
    <>
      <ModalsProvider>{null}</ModalsProvider>
      <Notifications position="bottom-center" />
    </>
  )
}
