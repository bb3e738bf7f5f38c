import { Avatar, UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentPropsWithRef } from 'react'
import { shell } from '#console/strings/shell.ts'
import { trpc } from '../api.ts'

/** The name of the user, or the e-mail of a user without a name. */
export function useUserName(): string {
  const { data } = useQuery(trpc.admin.auth.current.queryOptions())
  const { first_name, last_name, email = '' } = data?.user ?? {}
  return [first_name, last_name].filter(Boolean).join(' ') || email
}

export function UserAvatar(props: UnstyledButtonProps & ComponentPropsWithRef<'button'>) {
  const words = shell.useWords()
  const name = useUserName()
  return (
    <UnstyledButton aria-label={words.account(name)} {...props}>
      <Avatar name={name} color="ink" radius="xl" size={32} />
    </UnstyledButton>
  )
}
