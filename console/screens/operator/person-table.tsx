import type { ComponentProps, ReactNode } from 'react'
import type { Procedure } from '#console/components/action/procedure.ts'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { TableSection } from '#console/components/table-section.tsx'
import { Time } from '#console/components/time.tsx'
import { operators } from '#console/strings/operators.ts'
import { refresh } from './api.ts'

interface Person {
  email: string
  created_at: Date
}

interface PersonTableProps<One extends Person, Input>
  extends Pick<ComponentProps<typeof TableSection>, 'title' | 'error' | 'empty' | 'actions'> {
  people: readonly One[] | undefined
  columns?: readonly { key: string; title: string; cell(person: One): ReactNode }[]
  /** The buttons before Remove. */
  buttons?(person: One): ReactNode
  /** States what the removal of a person means. */
  removeText: string
  removal: Procedure<Input, unknown>
  inputOf(email: string): Input
}

/** Persons by e-mail address. The operator can remove each. */
export function PersonTable<One extends Person, Input>(props: PersonTableProps<One, Input>) {
  const { people, columns = [], buttons, removeText, removal, inputOf, ...section } = props
  const words = operators.useWords()
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
          <ProcedureButton
            procedure={removal}
            input={inputOf(person.email)}
            text={words.remove}
            question={{ title: words.removeTitle(person.email), text: removeText }}
            isDangerous
            onDone={refresh}
            variant="subtle"
            color="red"
          />
        </>
      )}
    />
  )
}
