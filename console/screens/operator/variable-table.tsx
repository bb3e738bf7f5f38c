import { Button, PasswordInput, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { DialogForm } from '#console/components/dialog-form.tsx'
import { notifyDone } from '#console/components/notify.ts'
import { useErrorText } from '#console/components/states.tsx'
import { TableSection } from '#console/components/table-section.tsx'
import { common } from '#console/strings/common.ts'
import { operators } from '#console/strings/operators.ts'
import { operator, refresh } from './api.ts'

interface Variable {
  name: string
  is_set: boolean
  is_secret: boolean
  value: string | null
}

/** The environment variables of a shop. Secrets can be replaced, but not read. */
export function VariableTable({ id, variables }: { id: string; variables: Variable[] }) {
  const words = operators.useWords()
  const [shown, setShown] = useState<Variable>()
  return (
    <>
      <TableSection
        title={words.variables}
        rows={variables.map((variable) => ({ ...variable, id: variable.name }))}
        empty="–"
        isStacked
        columns={[
          {
            key: 'name',
            title: words.variable,
            cell: ({ name }) => (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Text>
            ),
          },
          {
            key: 'value',
            title: words.value,
            cell: ({ is_set, is_secret, value }) => (is_set ? (is_secret ? words.secretSet : value) : '–'),
          },
        ]}
        buttons={(variable) => (
          <Button
            size="xs"
            variant="subtle"
            aria-label={words.changeVariable(variable.name)}
            onClick={() => setShown(variable)}
          >
            {words.change}
          </Button>
        )}
      />
      {shown && <VariableDialog id={id} variable={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

function VariableDialog({ id, variable, onClose }: { id: string; variable: Variable; onClose(): void }) {
  const { name, is_secret, is_set, value: saved } = variable
  const words = operators.useWords()
  const texts = common.useWords()
  const textOf = useErrorText()
  const [value, setValue] = useState(saved ?? '')
  const change = useMutation({
    ...operator.shops.setVariables.mutationOptions(),
    ...shownInPlace,
    onSuccess: async () => {
      notifyDone(texts.saved)
      onClose()
      await refresh()
    },
  })
  const save = (next: string) => change.mutate({ id, variables: { [name]: next } })
  const Input = is_secret ? PasswordInput : TextInput
  return (
    <DialogForm
      title={name}
      onClose={onClose}
      onSubmit={() => value !== '' && save(value)}
      buttons={
        <>
          {is_set && (
            <Button variant="default" loading={change.isPending} onClick={() => save('')}>
              {words.removeVariable}
            </Button>
          )}
          <Button type="submit" disabled={value === ''} loading={change.isPending}>
            {texts.save}
          </Button>
        </>
      }
    >
      <Input
        label={words.value}
        description={is_secret ? words.secretHint : undefined}
        data-autofocus
        autoComplete="off"
        value={value}
        error={change.error && textOf(change.error)}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => setValue(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
