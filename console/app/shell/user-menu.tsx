import {
  Button,
  Divider,
  type MantineColorScheme,
  SegmentedControl,
  Stack,
  Text,
  useMantineColorScheme,
} from '@mantine/core'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { PageButton } from '#console/components/page-link.tsx'
import { session } from '#console/strings/session.ts'
import { shell } from '#console/strings/shell.ts'
import { queryClient, trpc } from '../api.ts'
import { LANGUAGES, type Language } from '../language.ts'
import { useOwnLanguage } from '../use-own-language.ts'

/** The account, the language and the appearance of the user. */
export function UserMenu({ onHelp }: { onHelp(): void }) {
  const words = shell.useWords()
  const { data } = useSuspenseQuery(trpc.admin.auth.current.queryOptions())
  const { first_name, last_name, email } = data.user
  const name = [first_name, last_name].filter(Boolean).join(' ')
  return (
    <Stack gap="sm">
      <div>
        {name && (
          <Text size="sm" fw={600}>
            {name}
          </Text>
        )}
        <Text size="sm" c="dimmed" truncate>
          {email}
        </Text>
      </div>
      <Preferences />
      <Divider />
      <Stack gap={2}>
        <PageButton to="/account" variant="subtle" color="gray" justify="flex-start">
          {words.ownAccount}
        </PageButton>
        <Button variant="subtle" color="gray" justify="flex-start" onClick={onHelp}>
          {words.shortcuts}
        </Button>
        <SignOut />
      </Stack>
    </Stack>
  )
}

function Preferences() {
  const words = shell.useWords()
  const [language, chooseLanguage] = useOwnLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <SegmentedControl
        aria-label={words.language}
        size="xs"
        fullWidth
        value={language}
        onChange={(tag) => chooseLanguage(tag as Language)}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
      />
      <SegmentedControl
        aria-label={words.appearance}
        size="xs"
        fullWidth
        value={colorScheme}
        onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
        data={[
          { value: 'light', label: words.light },
          { value: 'dark', label: words.dark },
          { value: 'auto', label: words.auto },
        ]}
      />
    </>
  )
}

function SignOut() {
  const { signOut } = session.useWords()
  const router = useRouter()
  const logout = useMutation(
    trpc.admin.auth.logout.mutationOptions({
      onSuccess: async () => {
        await router.navigate({ to: '/sign-in' })
        queryClient.clear()
      },
    }),
  )
  return (
    <Button
      variant="subtle"
      color="gray"
      justify="flex-start"
      loading={logout.isPending}
      onClick={() => logout.mutate(undefined)}
    >
      {signOut}
    </Button>
  )
}
