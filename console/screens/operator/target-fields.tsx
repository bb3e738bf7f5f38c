import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { NamesInput } from '#console/components/form/names-input.tsx'
import { operators } from '#console/strings/operators.ts'
import { operator } from './api.ts'

interface TargetFieldsProps {
  /** The properties of the input with the name. */
  getInputProps(name: 'id' | 'hosts' | 'server'): object
}

/** The id, the hosts and the server of a new shop. */
export function TargetFields({ getInputProps }: TargetFieldsProps) {
  const words = operators.useWords()
  const { data } = useQuery(operator.tasks.servers.queryOptions())
  return (
    <>
      <TextInput label={words.id} description={words.idHint} required data-autofocus {...getInputProps('id')} />
      <NamesInput label={words.hosts} description={words.hostsHint} {...getInputProps('hosts')} />
      {data && data.servers.length > 1 && (
        <Select label={words.server} data={data.servers} clearable {...getInputProps('server')} />
      )}
    </>
  )
}
