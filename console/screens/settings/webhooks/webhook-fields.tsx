import { Switch, TextInput } from '@mantine/core'
import { NamesInput } from '#console/components/form/names-input.tsx'
import type { ProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { access } from '#console/strings/access.ts'

export interface WebhookValues {
  url: string
  events: string[]
  is_active: boolean
}

/** Suggestions. The shop accepts the name of each event and of each group. */
const EVENTS = ['*', 'order.*', 'order.placed', 'order.shipment_created', 'payment.*', 'product.*', 'customer.*']

export function WebhookFields({ form }: { form: ProcedureForm<WebhookValues> }) {
  const words = access.useWords()
  const { getInputProps } = form.fields
  return (
    <>
      <TextInput label={words.url} description={words.urlHint} type="url" data-autofocus {...getInputProps('url')} />
      <NamesInput
        label={words.events}
        description={words.eventsHint}
        data={EVENTS}
        acceptValueOnBlur
        {...getInputProps('events')}
      />
      <Switch label={words.isActive} {...getInputProps('is_active', { type: 'checkbox' })} />
    </>
  )
}
