import { Avatar, type MantineColorScheme, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useStrings } from '#console/strings/define-strings.ts'
import { session } from '#console/strings/session.ts'
import { shell } from '#console/strings/shell.ts'
import { queryClient, trpc } from '../api.ts'
import { LANGUAGES, type Language, setLanguage, useLanguage } from '../language.ts'

export function UserMenu() {
  const words = useStrings(shell)
  const { signOut } = useStrings(session)
  const router = useRouter()
  const language = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { data } = useSuspenseQuery(trpc.admin.auth.current.queryOptions())
  const logout = useMutation(
    trpc.admin.auth.logout.mutationOptions({
      onSuccess: async () => {
        queryClient.clear()
        await router.navigate({ to: '/sign-in' })
      },
    }),
  )
  const name = [data.user.first_name, data.user.last_name].filter(Boolean).join(' ') || data.user.email
  return (
    <Menu position="bottom-end" width={240} withinPortal>
      <Menu.Target>
        <UnstyledButton aria-label={words.account(name)}>
          <Avatar name={name} color="ink" radius="xl" size={32} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{data.user.email}</Menu.Label>
        <Menu.Divider />
        <Menu.Label>{words.language}</Menu.Label>
        <Menu.RadioGroup value={language} onChange={(value) => setLanguage(value as Language)}>
          {Object.entries(LANGUAGES).map(([tag, name]) => (
            <Menu.RadioItem key={tag} value={tag} lang={tag}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{words.appearance}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
          <Menu.RadioItem value="light">{words.light}</Menu.RadioItem>
          <Menu.RadioItem value="dark">{words.dark}</Menu.RadioItem>
          <Menu.RadioItem value="auto">{words.auto}</Menu.RadioItem>
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => logout.mutate(undefined)}>{signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
