import { notifyDone } from '../notify.ts'

interface DialogEnd {
  close(): void
  /** Reads the changed rows again. */
  refresh(): Promise<unknown>
}

/** Returns a function that ends a dialog after its action. */
export const endDialog =
  (message: string, { close, refresh }: DialogEnd) =>
  async (): Promise<void> => {
    notifyDone(message)
    close()
    await refresh()
  }
