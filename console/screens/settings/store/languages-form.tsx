import { Stack, Text } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { MultiSelect, Select } from '#console/components/late-select.tsx'
import { Section } from '#console/components/section.tsx'
import { languageName, useLanguageOptions } from '#console/components/translations/language-names.ts'
import { translations } from '#console/strings/translations.ts'

interface LanguagesFormProps {
  store: { languages: readonly string[]; language_fallbacks: Readonly<Record<string, string>> }
}

/** The languages of the texts, and the language that replaces a missing text of each. */
export function LanguagesForm({ store }: LanguagesFormProps) {
  const words = translations.useWords()
  const options = useLanguageOptions(store.languages)
  const form = useProcedureForm({
    action: trpc.admin.store.update.mutationOptions(),
    draftName: 'store.languages',
    values: {
      initial: store.languages[0] ?? null,
      languages: store.languages.slice(1),
      fallbacks: store.language_fallbacks as Readonly<Record<string, string | null>>,
    },
    toInput: ({ initial, languages, fallbacks }) => ({
      languages: initial === null ? [] : [initial, ...languages.filter((tag) => tag !== initial)],
      language_fallbacks: Object.fromEntries(
        Object.entries(fallbacks).flatMap(([from, to]) =>
          to && languages.includes(from) && [initial, ...languages].includes(to) ? [[from, to]] : [],
        ),
      ),
    }),
  })
  const { initial, languages, fallbacks } = form.fields.getValues()
  const isWithout = (tag: string | null) => (option: { value: string }) => option.value !== tag
  const named = (tag: string) => ({ value: tag, label: languageName(tag) })
  const error = form.fields.getInputProps('languages').error
  return (
    <ProcedureForm form={form}>
      <Section title={words.languages}>
        <Stack>
          <Text size="sm">{words.languagesHint}</Text>
          <Select
            label={words.defaultLanguage}
            description={words.defaultHint}
            data={options}
            searchable
            clearable
            {...form.fields.getInputProps('initial')}
            error={initial === null ? undefined : error}
          />
          {initial !== null && (
            <MultiSelect
              label={words.otherLanguages}
              description={words.otherHint}
              data={options.filter(isWithout(initial))}
              searchable
              {...form.fields.getInputProps('languages')}
              error={undefined}
            />
          )}
          {initial !== null &&
            languages.length > 1 &&
            languages.map((tag) => (
              <Select
                key={tag}
                label={words.missingFrom(languageName(tag))}
                placeholder={words.next(languageName(nextOf(tag, { initial, languages })))}
                clearable
                data={languages.filter((other) => other !== tag).map(named)}
                value={fallbacks[tag] ?? null}
                onChange={(value) => form.fields.setFieldValue('fallbacks', { ...fallbacks, [tag]: value })}
              />
            ))}
        </Stack>
      </Section>
    </ProcedureForm>
  )
}

/** The language whose texts replace the missing ones, as the shop chooses it: `de` for `de-AT`. */
function nextOf(tag: string, { initial, languages }: { initial: string; languages: readonly string[] }): string {
  for (let parts = tag.split('-').slice(0, -1); parts.length > 0; parts = parts.slice(0, -1)) {
    const shorter = parts.join('-')
    if (languages.includes(shorter)) return shorter
  }
  return initial
}
