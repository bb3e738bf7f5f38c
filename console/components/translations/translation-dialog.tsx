import { Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { translations } from '#console/strings/translations.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { useProcedureForm } from '../form/use-procedure-form.ts'
import { isTableOf, useTranslatedFields } from '../plugin-fields/plugin-field.ts'
import { languageName } from './language-names.ts'
import type { TranslatedRow } from './translated-row.ts'

interface TranslationDialogProps {
  name: string
  rows: readonly TranslatedRow[]
  /** The languages of the shop, the default first. */
  languages: readonly string[]
  /** The language that the dialog shows first. */
  language?: string | undefined
  onClose(): void
}

/** The texts of rows in one of the other languages, next to the original. */
export function TranslationDialog(props: TranslationDialogProps) {
  const [chosen, choose] = useState(props.language ?? props.languages[1] ?? '')
  return <LanguageForm key={chosen} {...props} language={chosen} onLanguage={choose} />
}

const LONG = 'description'
const RIGHT_TO_LEFT = /^(ar|fa|he|ur)\b/

const directionOf = (language: string): 'rtl' | 'ltr' => (RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr')

function LanguageForm({
  name,
  rows,
  languages,
  language,
  onLanguage,
  onClose,
}: TranslationDialogProps & { language: string; onLanguage(language: string): void }) {
  const words = translations.useWords()
  const fields = useTranslatedFields()
  const texts = textsOf(rows, language)
  const form = useProcedureForm<Record<string, string>, Input, unknown>({
    action: trpc.admin.translations.update.mutationOptions(),
    draft: `${language} ${rows[0]?.id}`,
    values: Object.fromEntries(texts.map(({ field, stored }) => [field, stored])),
    toInput: (values) => changesOf(rows, { texts, language, values }, ({ text }) => text),
    undoInput: (values) => changesOf(rows, { texts, language, values }, ({ stored }) => stored),
    onSaved: onClose,
  })
  return (
    <FormDialog form={form} title={words.titleOf(name)} onClose={onClose} size="xl">
      <Select
        label={words.language}
        description={words.emptyHint}
        data={languages.slice(1).map((value) => ({ value, label: languageName(value) }))}
        value={language}
        allowDeselect={false}
        onChange={(value) => value && onLanguage(value)}
      />
      <Stack gap="lg">
        {texts.map(({ field, entity, column, original }) => {
          const label =
            fields.find(({ table, name }) => name === column && isTableOf(table, entity))?.label ??
            nameOf(words, entity === rows[0]?.entity ? `column_${column}` : entity) ??
            column
          const isLong = column === LONG || column === 'seo_description' || original.includes('\n')
          const Input = isLong ? Textarea : TextInput
          const size = isLong ? { autosize: true, minRows: 3 } : {}
          return (
            <SimpleGrid key={field} cols={{ base: 1, xs: 2 }}>
              <div>
                <Text size="sm" fw={500}>
                  {words.original(label)}
                </Text>
                <Text size="sm" style={{ whiteSpace: 'pre-wrap' }} lang={languages[0]} dir="auto">
                  {original}
                </Text>
              </div>
              <Input
                {...size}
                label={words.inLanguage(label, languageName(language))}
                lang={language}
                styles={{ input: { direction: directionOf(language) } }}
                aria-description={original}
                {...form.fields.getInputProps(field)}
              />
            </SimpleGrid>
          )
        })}
      </Stack>
    </FormDialog>
  )
}

interface TranslatedText {
  field: string
  entity: string
  column: string
  original: string
  /** The text of the language. */
  stored: string
  /** The rows with this original: the value Black of several variants is translated once. */
  ids: readonly string[]
}

function textsOf(rows: readonly TranslatedRow[], language: string): TranslatedText[] {
  const all = rows.flatMap(({ entity, id, texts, translations: stored }) =>
    Object.entries(texts).map(([column, original]) => ({
      ...{ entity, id, column, original },
      stored: stored[language]?.[column] ?? '',
    })),
  )
  const groups = Map.groupBy(all, ({ entity, column, original }) => JSON.stringify([entity, column, original]))
  return [...groups.values()].flatMap((equal) => {
    const [first] = equal
    if (!first) return []
    const { entity, id, column, original } = first
    const stored = equal.find((one) => one.stored !== '')?.stored ?? ''
    return [{ field: `${id} ${column}`, entity, column, original, stored, ids: equal.map((one) => one.id) }]
  })
}

interface Input {
  translations: { entity: string; id: string; translations: Record<string, Record<string, string | null>> }[]
}

interface EnteredTexts {
  texts: readonly TranslatedText[]
  language: string
  values: Readonly<Record<string, string>>
}

/** The stored or the entered text of exactly the changed texts, so that two translators of one row lose nothing. */
const changesOf = (
  rows: readonly TranslatedRow[],
  { texts, language, values }: EnteredTexts,
  pick: (change: { text: string; stored: string }) => string,
): Input => ({
  translations: rows.map(({ entity, id, translations }) => {
    const changed = texts.flatMap(({ field, column, ids }) => {
      const [text, stored] = [values[field] ?? '', translations[language]?.[column] ?? '']
      return ids.includes(id) && text !== stored ? [[column, pick({ text, stored }) || null] as const] : []
    })
    return { entity, id, translations: changed.length > 0 ? { [language]: Object.fromEntries(changed) } : {} }
  }),
})

function nameOf(words: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const name = words[key]
  return typeof name === 'string' ? name : undefined
}
