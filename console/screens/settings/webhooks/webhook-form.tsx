import { Stack } from '@mantine/core'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Section } from '#console/components/section.tsx'
import { access } from '#console/strings/access.ts'
import { WebhookFields, type WebhookValues } from './webhook-fields.tsx'

type Webhook = RouterOutputs['admin']['webhooks']['get']['webhook']

export function WebhookForm({ webhook: { id, url, events, is_active } }: { webhook: Webhook }) {
  const words = access.useWords()
  const values: WebhookValues = { url, events, is_active }
  const form = useProcedureForm({
    action: trpc.admin.webhooks.update.mutationOptions(),
    draft: id,
    values,
    toInput: (changed) => ({ id, ...changed }),
  })
  return (
    <ProcedureForm form={form}>
      <Section title={words.webhook}>
        <Stack>
          <WebhookFields form={form} />
        </Stack>
      </Section>
    </ProcedureForm>
  )
}
