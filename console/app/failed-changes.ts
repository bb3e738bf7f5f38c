import { useEffect } from 'react'
import { notifyError } from '#console/components/notify.ts'
import { useErrorText } from '#console/components/states.tsx'
import { queryClient } from './api.ts'

/** Options of a mutation whose component shows its error. Every other failed mutation gets a message. */
export const shownInPlace = { meta: { isErrorShown: true } }

/** Shows the error of every change that failed, unless its component does so. */
export function useFailedChanges(): void {
  const textOf = useErrorText()
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return
        if (!event.mutation.meta?.isErrorShown) notifyError(textOf(event.action.error))
      }),
    [textOf],
  )
}
