import { Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { SignInFields } from '#console/components/sign-in/sign-in-fields.tsx'
import { useSignIn } from '#console/components/sign-in/use-sign-in.ts'
import { session } from '#console/strings/session.ts'
import { queryClient, trpc } from '../api.ts'
import { onExpiredSession } from '../session.ts'

/** The session can end while another dialog is open. */
const ABOVE_DIALOGS = 300

/** Asks for the password again on top of the page, so that the page keeps its unsaved changes. */
export function SessionDialog() {
  const words = session.useWords()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({ ...trpc.admin.auth.current.queryOptions(), enabled: false })
  useEffect(() => onExpiredSession(() => setOpen(true)), [])
  const signIn = useSignIn({
    email: data?.user.email ?? '',
    onSignedIn: async () => {
      // A late answer to a request of the ended session would open the dialog again.
      await queryClient.cancelQueries()
      setOpen(false)
      signIn.restart()
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
          signIn.submit()
        }}
      >
        <Stack>
          <Text size="sm">{words.expiredText}</Text>
          <Text size="sm" fw={600}>
            {data?.user.email}
          </Text>
          <SignInFields signIn={signIn} isDialog />
        </Stack>
      </form>
    </Modal>
  )
}
