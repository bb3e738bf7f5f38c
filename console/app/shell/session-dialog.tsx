import { Alert, Button, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { shopError } from '#client/index.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { useErrorText } from '#console/components/states.tsx'
import { session } from '#console/strings/session.ts'
import { queryClient, trpc } from '../api.ts'
import { onExpiredSession } from '../session.ts'

/** The session can end while another dialog is open. */
const ABOVE_DIALOGS = 300

/** Asks for the password again on top of the page, so that the page keeps its unsaved changes. */
export default function SessionDialog() {
  const words = session.useWords()
  const textOf = useErrorText()
  const [isOpen, setOpen] = useState(false)
  const [password, setPassword] = useState('')
  const { data } = useQuery({ ...trpc.admin.auth.current.queryOptions(), enabled: false })
  useEffect(() => onExpiredSession(() => setOpen(true)), [])
  const login = useMutation({
    ...trpc.admin.auth.login.mutationOptions(shownInPlace),
    onSuccess: async () => {
      setOpen(false)
      setPassword('')
      await queryClient.invalidateQueries()
    },
  })
  return (
    <Modal
      opened={isOpen && data !== undefined}
      onClose={() => setOpen(false)}
      zIndex={ABOVE_DIALOGS}
      title={words.expiredTitle}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          login.mutate({ email: data?.user.email ?? '', password })
        }}
      >
        <Stack>
          <Text size="sm">{words.expiredText}</Text>
          <Text size="sm" fw={600}>
            {data?.user.email}
          </Text>
          {login.isError && (
            <Alert color="red" role="alert">
              {shopError(login.error)?.httpStatus === 401 ? words.wrongPassword : textOf(login.error)}
            </Alert>
          )}
          <PasswordInput
            label={words.password}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
            data-autofocus
          />
          <Button type="submit" loading={login.isPending}>
            {words.signIn}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
