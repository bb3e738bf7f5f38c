import { SimpleGrid, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Page } from '#console/components/page.tsx'
import { PluginFields } from '#console/components/plugin-fields/plugin-fields.tsx'
import { PluginLinks } from '#console/components/plugin-parts/plugin-links.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { TranslateButton } from '#console/components/translations/translate-button.tsx'
import { translatedRow } from '#console/components/translations/translated-row.ts'
import { useUndoableDeletion } from '#console/components/use-undoable-deletion.ts'
import { catalogue } from '#console/strings/catalogue.ts'
import { common } from '#console/strings/common.ts'
import { CollectionProducts } from './collection-products.tsx'

const collectionRoute = getRouteApi('/shell/products/collections/$id')

export function CollectionPage() {
  const words = catalogue.useWords()
  const { delete: deleteText } = common.useWords()
  const navigate = collectionRoute.useNavigate()
  const showDeletion = useUndoableDeletion()
  const { id } = collectionRoute.useParams()
  const { data, error } = useQuery(trpc.admin.collections.get.queryOptions({ id }))
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  const { collection } = data
  return (
    <Page
      title={collection.title}
      back={{ to: '/products/collections', text: words.collectionsTab }}
      actions={
        <>
          <PluginLinks place="product_collection" row={collection} />
          <TranslateButton
            size="sm"
            name={collection.title}
            rows={[translatedRow('product_collection', collection, ['title'])]}
          />
          <ProcedureButton
            procedure={trpc.admin.collections.delete}
            input={{ id }}
            text={deleteText}
            size="sm"
            isDangerous
            question={{ title: words.deleteCollection, text: words.deleteCollectionText }}
            onDone={() => {
              showDeletion('collection', id)
              return navigate({ to: '/products/collections' })
            }}
          />
        </>
      }
      width="form"
    >
      <CollectionForm key={id} collection={collection} />
      <PluginFields
        table="product_collection"
        row={collection}
        action={trpc.admin.collections.update.mutationOptions()}
        identity={{ id }}
      />
      <div style={{ height: 'var(--mantine-spacing-lg)' }} />
      <CollectionProducts id={id} products={collection.products ?? []} />
    </Page>
  )
}

function CollectionForm({ collection }: { collection: { id: string; title: string; handle?: string | null } }) {
  const words = catalogue.useWords()
  const form = useProcedureForm({
    action: trpc.admin.collections.update.mutationOptions(),
    draft: collection.id,
    values: { title: collection.title, handle: collection.handle ?? '' },
    toInput: (values) => ({ id: collection.id, ...values }),
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
