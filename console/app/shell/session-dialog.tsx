import { Alert, Button, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useStrings } from '#console/strings/define-strings.ts'
import { session } from '#console/strings/session.ts'
import { queryClient, trpc } from '../api.ts'
import { onExpiredSession } from '../session.ts'

/** Asks for the password again on top of the page, so that the page keeps its unsaved changes. */
export default function SessionDialog() {
  const words = useStrings(session)
  const [isOpen, setOpen] = useState(false)
  const [password, setPassword] = useState('')
  const { data } = useQuery({ ...trpc.admin.auth.current.queryOptions(), enabled: false })
  useEffect(() => onExpiredSession(() => setOpen(true)), [])
  const login = useMutation({
    ...trpc.admin.auth.login.mutationOptions(),
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
          {login.isError && <Alert color="red">{words.wrongPassword}</Alert>}
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
