import { Button, SimpleGrid, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { useConfirm } from '#console/components/confirm.tsx'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { notifyDone } from '#console/components/notify.ts'
import { Page } from '#console/components/page.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { catalogue } from '#console/strings/catalogue.ts'
import { common } from '#console/strings/common.ts'
import { useStrings } from '#console/strings/define-strings.ts'
import { CollectionProducts } from './collection-products.tsx'

const collectionRoute = getRouteApi('/shell/products/collections/$id')

export function CollectionPage() {
  const words = useStrings(catalogue)
  const { id } = collectionRoute.useParams()
  const { data, error } = useQuery(trpc.admin.collections.get.queryOptions({ id }))
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  const { collection } = data
  return (
    <Page
      title={collection.title}
      back={{ to: '/products/collections', text: words.collectionsTab }}
      actions={<DeleteButton id={id} />}
      width="form"
    >
      <CollectionForm key={id} collection={collection} />
      <div style={{ height: 'var(--mantine-spacing-lg)' }} />
      <CollectionProducts id={id} products={collection.products ?? []} />
    </Page>
  )
}

function CollectionForm({ collection }: { collection: { id: string; title: string; handle?: string | null } }) {
  const words = useStrings(catalogue)
  const { saved } = useStrings(common)
  const form = useProcedureForm({
    action: trpc.admin.collections.update.mutationOptions(),
    draft: collection.id,
    values: { title: collection.title, handle: collection.handle ?? '' },
    toInput: (values) => ({ id: collection.id, ...values }),
    onSaved: () => {
      notifyDone(saved)
    },
  })
  return (
    <ProcedureForm form={form}>
      <Section title={words.collection}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={words.title} required {...form.fields.getInputProps('title')} />
          <TextInput label={words.handle} {...form.fields.getInputProps('handle')} />
        </SimpleGrid>
      </Section>
    </ProcedureForm>
  )
}

function DeleteButton({ id }: { id: string }) {
  const words = useStrings(catalogue)
  const { delete: deleteText } = useStrings(common)
  const confirm = useConfirm()
  const navigate = useNavigate()
  const remove = useMutation(
    trpc.admin.collections.delete.mutationOptions({
      onSuccess: async () => {
        await navigate({ to: '/products/collections' })
      },
    }),
  )
  const askToDelete = async () => {
    const text = words.deleteCollectionText
    if (await confirm({ title: words.deleteCollection, text, action: deleteText, isDangerous: true }))
      remove.mutate({ id })
  }
  return (
    <Button variant="default" c="var(--danger)" loading={remove.isPending} onClick={() => void askToDelete()}>
      {deleteText}
    </Button>
  )
}
