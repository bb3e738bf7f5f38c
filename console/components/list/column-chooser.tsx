import { ActionIcon } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { Suspense } from 'react'
import { lazyPart } from '#console/app/lazy-parts.ts'
import { LoadingLines } from '#console/components/states.tsx'
import { lists } from '#console/strings/lists.ts'
import { PopupButton } from '../popup/popup-button.tsx'
import type { Column } from './column.ts'
import type { ListColumns } from './use-list-columns.ts'

const ColumnChoices = lazyPart(async () => (await import('./column-choices.tsx')).ColumnChoices)

export type NamedColumn = Pick<Column<never>, 'key' | 'title'>

export interface ColumnChooserProps {
  /** All columns of the list. */
  columns: readonly NamedColumn[]
  choice: Pick<ListColumns<never>, 'isChosen' | 'choose'> & { shown: readonly NamedColumn[] }
}

/** The user chooses the columns of a list and their order. */
export function ColumnChooser({ columns, choice }: ColumnChooserProps) {
  const words = lists.useWords()
  if (columns.length < 2) return null
  return (
    <PopupButton
      position="bottom-end"
      width={320}
      button={(parts) => (
        <ActionIcon variant="default" size={36} aria-label={words.columns} title={words.columns} {...parts}>
          <IconColumns3 size={18} />
        </ActionIcon>
      )}
    >
      <Suspense fallback={<LoadingLines lines={columns.length} />}>
        <ColumnChoices columns={columns} choice={choice} />
      </Suspense>
    </PopupButton>
  )
}
