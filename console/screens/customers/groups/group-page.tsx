import { Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Page } from '#console/components/page.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { useUndoableDeletion } from '#console/components/use-undoable-deletion.ts'
import { common } from '#console/strings/common.ts'
import { customers } from '#console/strings/customers.ts'
import { GroupMembers } from './group-members.tsx'

const customerGroupRoute = getRouteApi('/shell/customers/groups/$id')

export function CustomerGroupPage() {
  const words = customers.useWords()
  const shared = common.useWords()
  const navigate = useNavigate()
  const showDeletion = useUndoableDeletion()
  const { id } = customerGroupRoute.useParams()
  const { data, error } = useQuery(trpc.admin.customerGroups.get.queryOptions({ id, expand: '' }))
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  const { customer_group: group } = data
  return (
    <Page
      title={group.name}
      back={{ to: '/customers/groups', text: words.groups }}
      actions={
        <ProcedureButton
          procedure={trpc.admin.customerGroups.delete}
          input={{ id }}
          text={shared.delete}
          size="sm"
          isDangerous
          question={{ title: words.deleteGroup(group.name), text: words.deleteGroupText }}
          onDone={() => {
            showDeletion('customer_group', id)
            return navigate({ to: '/customers/groups' })
          }}
        />
      }
      width="detail"
    >
      <Stack gap="lg">
        <GroupForm key={id} group={group} />
        <GroupMembers groupId={id} />
      </Stack>
    </Page>
  )
}

function GroupForm({ group }: { group: { id: string; name: string } }) {
  const words = customers.useWords()
  const form = useProcedureForm({
    action: trpc.admin.customerGroups.update.mutationOptions(),
    draft: group.id,
    values: { name: group.name },
    toInput: ({ name }) => ({ id: group.id, name }),
  })
  return (
    <ProcedureForm form={form}>
      <Section title={words.group}>
        <TextInput label={words.name} required {...form.fields.getInputProps('name')} />
      </Section>
    </ProcedureForm>
  )
}
