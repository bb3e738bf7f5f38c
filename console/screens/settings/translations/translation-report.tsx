import { Button, Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { Select } from '#console/components/late-select.tsx'
import { PageButton } from '#console/components/page-link.tsx'
import { TableSection } from '#console/components/table-section.tsx'
import { languageName } from '#console/components/translations/language-names.ts'
import { TranslateButton } from '#console/components/translations/translate-button.tsx'
import { useShopLanguages } from '#console/components/translations/use-languages.ts'
import { translations } from '#console/strings/translations.ts'
import { SettingsPage } from '../settings-page.tsx'
import { TranslationFiles } from './translation-files.tsx'

/** The texts that a language lacks: their number, and the rows. */
export function TranslationReport() {
  const words = translations.useWords()
  const languages = useShopLanguages()
  const [chosen, choose] = useState<string>()
  const language = languages.find((one) => one === chosen) ?? languages[1]
  if (language === undefined)
    return (
      <SettingsPage title={words.report} width="detail">
        <Stack align="flex-start">
          <Text>{words.noLanguages}</Text>
          <PageButton to="/settings/store">{words.openStore}</PageButton>
        </Stack>
      </SettingsPage>
    )
  return (
    <SettingsPage title={words.report} width="detail">
      <Stack gap="lg">
        <Select
          label={words.language}
          maw={320}
          data={languages.slice(1).map((value) => ({ value, label: languageName(value) }))}
          value={language}
          allowDeselect={false}
          onChange={(value) => value && choose(value)}
        />
        <Counts key={language} language={language} />
      </Stack>
    </SettingsPage>
  )
}

function Counts({ language }: { language: string }) {
  const words = translations.useWords()
  const nameOf = (entity: string) => (words as Readonly<Record<string, unknown>>)[entity]?.toString() ?? entity
  const { data, error } = useQuery(trpc.admin.translations.count.queryOptions({ language }))
  const counts = data?.counts.filter(({ count }) => count > 0)
  const [chosen, choose] = useState<string>()
  const entity = chosen ?? counts?.find(({ missing }) => missing > 0)?.entity
  return (
    <>
      <TranslationFiles kinds={(counts ?? []).map(({ entity: value }) => ({ value, label: nameOf(value) }))} />
      <TableSection
        title={words.missing}
        error={error}
        rows={counts?.map((one) => ({ id: one.entity, ...one }))}
        empty={words.allTranslated}
        buttons={(one) =>
          one.missing > 0 && (
            <Button
              size="xs"
              variant={one.entity === entity ? 'filled' : 'default'}
              aria-pressed={one.entity === entity}
              onClick={() => choose(one.entity)}
            >
              {words.missingTexts(one.missing)}
            </Button>
          )
        }
        columns={[
          { key: 'kind', title: words.kind, cell: (one) => nameOf(one.entity) },
          { key: 'count', title: words.count, align: 'end', cell: ({ count }) => count },
          {
            key: 'missing',
            title: words.missing,
            align: 'end',
            cell: ({ missing }) => (missing > 0 ? missing : words.complete),
          },
        ]}
      />
      {entity !== undefined && <MissingRows key={entity} name={nameOf(entity)} language={language} entity={entity} />}
    </>
  )
}

const PAGE = 50
const MAX = 1000

function MissingRows({ name, language, entity }: { name: string; language: string; entity: string }) {
  const words = translations.useWords()
  const [limit, setLimit] = useState(PAGE)
  const { data, error, isFetching } = useQuery(
    trpc.admin.translations.list.queryOptions({ language, entity, limit }, { placeholderData: keepPreviousData }),
  )
  const rows = data?.rows
  return (
    <>
      <TableSection
        title={name}
        error={error}
        rows={rows}
        empty={words.allTranslated}
        buttons={({ id, texts, translated }) => (
          <TranslateButton
            name={firstOf(texts)}
            language={language}
            rows={[{ entity, id, texts, translations: { [language]: translated } }]}
          />
        )}
        columns={[{ key: 'text', title: words.text, cell: ({ texts }) => <Text lineClamp={2}>{firstOf(texts)}</Text> }]}
      />
      {rows?.length === limit && limit < MAX && (
        <Group justify="center">
          <Button variant="default" loading={isFetching} onClick={() => setLimit(limit + PAGE)}>
            {words.more}
          </Button>
        </Group>
      )}
    </>
  )
}

const FIRST = ['title', 'name', 'label', 'value']

const firstOf = (texts: Readonly<Record<string, string>>): string =>
  FIRST.map((column) => texts[column]).find((text) => text !== undefined) ?? Object.values(texts)[0] ?? ''
