import { Avatar, UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentPropsWithRef, Suspense, useState } from 'react'
import { shell } from '#console/strings/shell.ts'
import { trpc } from '../api.ts'
import { lazyAfterInput } from '../lazy-after-page.ts'

const UserMenu = lazyAfterInput(async () => (await import('./user-menu.tsx')).UserMenu)

/** The button of the own account. Its menu is loaded with the first input. */
export function UserButton({ onHelp }: { onHelp(): void }) {
  const [isWanted, setWanted] = useState(false)
  return (
    <Suspense fallback={<UserAvatar onClick={() => setWanted(true)} />}>
      <UserMenu onHelp={onHelp} isWanted={isWanted} />
    </Suspense>
  )
}

export const USER_BUTTON = 'user-button'

export function UserAvatar(props: UnstyledButtonProps & ComponentPropsWithRef<'button'>) {
  const words = shell.useWords()
  const { data } = useQuery(trpc.admin.auth.current.queryOptions())
  const { first_name, last_name, email = '' } = data?.user ?? {}
  const name = [first_name, last_name].filter(Boolean).join(' ') || email
  return (
    <UnstyledButton id={USER_BUTTON} aria-label={words.account(name)} {...props}>
      <Avatar name={name} color="ink" radius="xl" size={32} />
    </UnstyledButton>
  )
}
