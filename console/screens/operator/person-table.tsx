import { Button } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { useConfirm } from '#console/components/confirm.tsx'
import { TableSection } from '#console/components/table-section.tsx'
import { Time } from '#console/components/time.tsx'
import { operators } from '#console/strings/operators.ts'

interface Person {
  email: string
  created_at: Date
}

interface PersonTableProps<One extends Person>
  extends Pick<ComponentProps<typeof TableSection>, 'title' | 'error' | 'empty' | 'actions'> {
  people: readonly One[] | undefined
  columns?: readonly { key: string; title: string; cell(person: One): ReactNode }[]
  /** The buttons before Remove. */
  buttons?(person: One): ReactNode
  /** States what the removal of a person means. */
  removeText: string
  onRemove(email: string): void
}

/** Persons by e-mail address. The operator can remove each. */
export function PersonTable<One extends Person>(props: PersonTableProps<One>) {
  const { people, columns = [], buttons, removeText, onRemove, ...section } = props
  const words = operators.useWords()
  const confirm = useConfirm()
  const start = async (email: string) => {
    const title = words.removeTitle(email)
    if (await confirm({ title, text: removeText, action: words.remove, isDangerous: true })) onRemove(email)
  }
  return (
    <TableSection
      {...section}
      isStacked
      rows={people?.map((person) => ({ ...person, id: person.email }))}
      columns={[
        { key: 'email', title: words.email, cell: ({ email }) => email },
        ...columns,
        { key: 'since', title: words.since, isWideOnly: true, cell: ({ created_at }) => <Time at={created_at} /> },
      ]}
      buttons={(person) => (
        <>
          {buttons?.(person)}
          <Button size="xs" variant="subtle" color="red" onClick={() => void start(person.email)}>
            {words.remove}
          </Button>
        </>
      )}
    />
  )
}
