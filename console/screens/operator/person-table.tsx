import { Button } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useConfirm } from '#console/components/confirm.tsx'
import { TableSection } from '#console/components/table-section.tsx'
import { Time } from '#console/components/time.tsx'
import { operators } from '#console/strings/operators.ts'

interface Person {
  email: string
  created_at: Date
}

interface PersonTableProps extends Pick<ComponentProps<typeof TableSection>, 'title' | 'error' | 'empty' | 'actions'> {
  people: readonly Person[] | undefined
  /** States what the removal of a person means. */
  removeText: string
  onRemove(email: string): void
}

/** Persons by e-mail address. The operator can remove each. */
export function PersonTable({ people, removeText, onRemove, ...section }: PersonTableProps) {
  const words = operators.useWords()
  const confirm = useConfirm()
  const start = async (email: string) => {
    const title = words.removeTitle(email)
    if (await confirm({ title, text: removeText, action: words.remove, isDangerous: true })) onRemove(email)
  }
  return (
    <TableSection
      {...section}
      rows={people?.map((person) => ({ ...person, id: person.email }))}
      columns={[
        { key: 'email', title: words.email, cell: ({ email }) => email },
        { key: 'since', title: words.since, isWideOnly: true, cell: ({ created_at }) => <Time at={created_at} /> },
      ]}
      buttons={({ email }) => (
        <Button size="xs" variant="subtle" color="red.9" onClick={() => void start(email)}>
          {words.remove}
        </Button>
      )}
    />
  )
}
