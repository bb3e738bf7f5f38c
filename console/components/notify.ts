import { notifications } from '@mantine/notifications'

export const notifyDone = (message: string) => notifications.show({ message, color: 'teal', withBorder: true })

/** A message that is already visible is not repeated. */
export const notifyError = (message: string) =>
  notifications.show({ id: message, message, color: 'red', withBorder: true, autoClose: 10_000 })
