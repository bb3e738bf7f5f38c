import { notifyDone } from '#console/components/notify.ts'
import { tasks } from '#console/strings/tasks.ts'
import { refresh } from './api.ts'

/** Returns a function to call after the start of a task. */
export function useStarted(onClose: () => void): () => Promise<void> {
  const { startedText } = tasks.useWords()
  return async () => {
    onClose()
    notifyDone(startedText)
    await refresh()
  }
}
