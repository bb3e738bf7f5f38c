import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { queryClient, trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { CsvExport } from '#console/components/batch-job/csv-export.tsx'
import { MultiSelect } from '#console/components/late-select.tsx'
import { modals } from '#console/components/modals.ts'
import { translations } from '#console/strings/translations.ts'

const CsvImport = lazyDialog(async () => (await import('#console/components/batch-job/csv-import.tsx')).CsvImport)

/** Exports all texts to a file with a column for each language, and imports it. */
export function TranslationFiles({ kinds }: { kinds: readonly { value: string; label: string }[] }) {
  const words = translations.useWords()
  const may = useMay()
  const openExport = () => modals.open({ title: words.exportTexts, size: 'lg', children: <TextExport kinds={kinds} /> })
  const openImport = () => modals.open({ title: words.importTexts, size: 'lg', children: <TextImport /> })
  return (
    <Group>
      <Button variant="default" onClick={openExport}>
        {words.exportTexts}
      </Button>
      {may('translations.update') && (
        <Button variant="default" onClick={openImport}>
          {words.importTexts}
        </Button>
      )}
    </Group>
  )
}

function TextExport({ kinds }: { kinds: readonly { value: string; label: string }[] }) {
  const words = translations.useWords()
  const [entities, setEntities] = useState<string[]>([])
  return (
    <Stack>
      <Text size="sm">{words.exportHint}</Text>
      <MultiSelect
        label={words.exportedTexts}
        data={kinds}
        value={entities}
        onChange={setEntities}
        placeholder={entities.length === 0 ? words.allTexts : undefined}
        clearable
      />
      <CsvExport key={entities.join()} type="translation-export" context={entities.length > 0 ? { entities } : {}} />
    </Stack>
  )
}

function TextImport() {
  const words = translations.useWords()
  return (
    <Stack>
      <Text size="sm">{words.importHint}</Text>
      <CsvImport
        type="translation-import"
        onImported={() => void queryClient.invalidateQueries(trpc.admin.pathFilter())}
      />
    </Stack>
  )
}
