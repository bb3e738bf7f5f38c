import { Avatar, UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentPropsWithRef } from 'react'
import { shell } from '#console/strings/shell.ts'
import { trpc } from '../api.ts'

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
