import { notifications } from '@mantine/notifications'

export const notifyDone = (message: string) => notifications.show({ message, color: 'teal', withBorder: true })

export const notifyError = (message: string) =>
  notifications.show({ message, color: 'red', withBorder: true, autoClose: 10_000 })
