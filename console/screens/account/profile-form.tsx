import { SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { LANGUAGES, type Language } from '#console/app/language.ts'
import { useOwnLanguage } from '#console/app/use-own-language.ts'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Section } from '#console/components/section.tsx'
import { access } from '#console/strings/access.ts'
import { account } from '#console/strings/account.ts'

type User = RouterOutputs['admin']['auth']['current']['user']

export function ProfileForm({ user }: { user: User }) {
  const words = account.useWords()
  const { firstName, lastName } = access.useWords()
  const [language, chooseLanguage] = useOwnLanguage()
  const form = useProcedureForm({
    action: trpc.admin.users.update.mutationOptions(),
    draft: user.id,
    draftName: 'profile',
    isOwnAccount: true,
    values: { first_name: user.first_name ?? '', last_name: user.last_name ?? '' },
    toInput: ({ first_name, last_name }) => ({
      id: user.id,
      first_name: first_name || null,
      last_name: last_name || null,
    }),
  })
  const { getInputProps } = form.fields
  return (
    <ProcedureForm form={form}>
      <Section title={words.profile}>
        <Stack>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label={firstName} autoComplete="given-name" {...getInputProps('first_name')} />
            <TextInput label={lastName} autoComplete="family-name" {...getInputProps('last_name')} />
          </SimpleGrid>
          <div>
            <Text size="sm" fw={500} mb={4}>
              {words.language}
            </Text>
            <SegmentedControl
              aria-label={words.language}
              value={language}
              onChange={(tag) => chooseLanguage(tag as Language)}
              data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
            />
            <Text size="xs" c="dimmed" mt={4}>
              {words.languageHint}
            </Text>
          </div>
        </Stack>
      </Section>
    </ProcedureForm>
  )
}
