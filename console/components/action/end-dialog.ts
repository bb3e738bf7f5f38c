import { notifyDone } from '../notify.ts'

/** Returns a function that ends a dialog after its action. */
export const endDialog = (message: string, close: () => void) => (): void => {
  notifyDone(message)
  close()
}
