import { Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { operators } from '#console/strings/operators.ts'
import { tasks } from '#console/strings/tasks.ts'
import { operator } from './api.ts'
import { useStarted } from './use-started.ts'

interface MoveDialogProps {
  id: string
  /** The present server. */
  server: string
  onClose(): void
}

/** Starts a move of the shop to another PostgreSQL server. */
export function MoveDialog({ id, server: present, onClose }: MoveDialogProps) {
  const words = tasks.useWords()
  const { server } = operators.useWords()
  const onSaved = useStarted(onClose)
  const { data } = useQuery(operator.tasks.servers.queryOptions())
  const others = data?.servers.filter((name) => name !== present) ?? []
  const form = useProcedureForm({
    action: operator.tasks.move.mutationOptions(),
    values: { server: null as string | null },
    required: ['server'],
    toInput: (values) => ({ id, server: values.server ?? '' }),
    draft: id,
    onSaved,
  })
  return (
    <FormDialog form={form} title={words.moveTitle(id)} action={words.start} onClose={onClose}>
      <Text size="sm">{data && others.length === 0 ? words.noOtherServer : words.moveText}</Text>
      <Select label={server} data={others} required data-autofocus {...form.fields.getInputProps('server')} />
    </FormDialog>
  )
}
