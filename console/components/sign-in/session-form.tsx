import { Alert, Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useErrorText } from '#console/components/states.tsx'

interface SessionFormProps {
  /** Null if the call has not failed. */
  error: unknown
  /** Default: the sentence of any failed request. */
  textOf?(error: unknown): string
  isPending: boolean
  /** The text of the button. */
  action: string
  onSubmit(): void
  children: ReactNode
}

/** The fields of an account, the error of the shop, and the button. */
export function SessionForm({ error, textOf, isPending, action, onSubmit, children }: SessionFormProps) {
  const usualText = useErrorText()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Stack>
        {error !== null && (
          <Alert color="red" role="alert">
            {(textOf ?? usualText)(error)}
          </Alert>
        )}
        {children}
        <Button type="submit" loading={isPending}>
          {action}
        </Button>
      </Stack>
    </form>
  )
}
